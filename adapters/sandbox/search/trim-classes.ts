const CLASSES = / class="([^"]*)"/g
const BLANK = ' '

/** Classes that say how wide, how far apart and how underlined things are, or that nearly all have: nobody reads by them. */
const LAYOUT_CLASS =
  /^(?:a-section$|a-link-normal$|rush-component$|celwidget$|(?:sg|puisg)-col-(?:\d|inner$)|a-spacing-|s-underline-|s-no-|s-link-style|s-padding-|puis-padding-|s-image-overlay|puis-image-overlay|s-widget-spacing|s-spacing|s-latency|s-overflow|puis-include|s-include|mvt-|a-align|aok-align|aok-relative|s-line-clamp-[234]|a-text-normal|a-text-ellipsis)/

/** A light page carries no classes of mere layout. */
export function trimClasses(page: string): string {
  return page.replace(CLASSES, (_, names: string) => {
    const kept = names.split(BLANK).filter((name) => !LAYOUT_CLASS.test(name))
    return kept.length === 0 ? '' : ` class="${kept.join(BLANK).trim()}"`
  })
}
