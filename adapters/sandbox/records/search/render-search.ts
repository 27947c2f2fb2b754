import type { RenderOptions } from '../../markup/filler.ts'
import type { Markup } from '../../markup/html.ts'
import { printFrame, printLocation } from '../../markup/page-frame.ts'
import { searchPath } from './truth/address.ts'
import type { SearchTruth } from './truth/search-truth.ts'
import { showPlace } from '../../truth/place.ts'
import { printNoResults, printResults } from './results.ts'
import { printFiller, viewSearch, type SearchView } from './search-view.ts'

/** Prints a search page. The extraction must read from it exactly the response of the truth. */
export function renderSearch(truth: SearchTruth, options: RenderOptions = {}): string {
  const isHeavy = options.weight === 'real'
  const view = viewSearch(truth, isHeavy)
  const results = truth.response.products.length === 0 ? printNoResults(view) : printResults(view)
  const page = printPage(view, results)
  return isHeavy ? page : removeLayoutClasses(page)
}

/** Prints the page around the results. */
function printPage(view: SearchView, results: Markup): string {
  const { locale, truth, random } = view
  const { query } = truth
  const frame = {
    title: query === '' ? locale.shopName : `${locale.shopName} : ${query}`,
    canonical: `https://${locale.marketplace.host}${searchPath(truth.subject)}`,
    query,
    location: printLocation(locale, placeOf(view)),
    random: random.fork('frame'),
    filler: { head: printFiller(view, 'head'), header: printFiller(view, 'header') },
  }
  return printFrame(locale, frame, results, printFiller(view, 'footer')).text
}

/** The place in the header. */
function placeOf({ locale, truth, random }: SearchView): string {
  if (truth.place !== undefined) return showPlace(truth.place, locale)
  return random.fork('place').pick(locale.phrases.delivery.locations)
}

const CLASSES = / class="([^"]*)"/g
const BLANK = ' '

/** Classes for widths, margins and underlines, and classes of almost every element. No selector uses them. */
const LAYOUT_CLASS =
  /^(?:a-section$|a-link-normal$|rush-component$|celwidget$|(?:sg|puisg)-col-(?:\d|inner$)|a-spacing-|s-underline-|s-no-|s-link-style|s-padding-|puis-padding-|s-image-overlay|puis-image-overlay|s-widget-spacing|s-spacing|s-latency|s-overflow|puis-include|s-include|mvt-|a-align|aok-align|aok-relative|s-line-clamp-[234]|a-text-normal|a-text-ellipsis)/

/** Removes the classes that light pages do not need. */
function removeLayoutClasses(page: string): string {
  return page.replace(CLASSES, (_, names: string) => {
    const kept = names.split(BLANK).filter((name) => !LAYOUT_CLASS.test(name))
    return kept.length === 0 ? '' : ` class="${kept.join(BLANK).trim()}"`
  })
}
