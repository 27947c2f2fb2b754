import { compileSelector, type Page } from '../../../../core/index.ts'
import { pageBlocks, site } from '../../../../selectors/index.ts'
import { POSITION } from './position.ts'

type Element = Page['elements']['all'][number]

const { columns, grids, cards, shelves, lines, header, closed, struck } = pageBlocks
const { hiddenClasses, screenReaderClasses } = site.text

/** A selector of any of a list. */
function any(selectors: readonly string[]): string {
  return `:is(${selectors.join(',')})`
}

const ofClasses = (classes: readonly string[]): string => any(classes.map((name) => `.${name}`))

const [gallery, main, offer] = columns.map(any) as [string, string, string]
const list = any([...shelves, ...lines, ...grids])

/** Attribute of the parents of columns. To find them in the style sheet, with `:has`, makes a large page slow. */
const MARKED = `${POSITION}-columns`
const COLUMNS = `[${MARKED}]`

const compiledColumns = columns.map((selectors) =>
  selectors.map((selector) => compileSelector(selector, 'pageBlocks.columns')),
)

/** What is said of the parent of columns: which of them it does not have. */
export function markColumns(page: Page): ReadonlyMap<Element, readonly [name: string, value: string]> {
  const found = compiledColumns.map((selectors) => selectors.flatMap((selector) => selector.selectAll(page)))
  const [galleries = [], mains = [], offers = []] = found
  const isIn = (blocks: readonly Element[], parent: Element['parent']): boolean =>
    blocks.some((block) => block.parent === parent)
  return new Map(
    mains.flatMap(({ parent }) => {
      if (parent?.type !== 'tag') return []
      const missing = [isIn(galleries, parent) ? [] : ['no-gallery'], isIn(offers, parent) ? [] : ['no-offer']]
      return [[parent, [MARKED, missing.flat().join(' ')]] as const]
    }),
  )
}

/**
 * Style sheet of a page that is shown without its own: the blocks that a person knows it by are in their places. In
 * words of the direction of the text, so that it is right for pages from right to left too.
 */
export const PLAIN_STYLE = `
:root{font:14px/1.45 Arial,"Helvetica Neue","Noto Sans",sans-serif;color:#111;background:#fff}
body{margin:0;padding:0 16px 32px;overflow-wrap:break-word}
h1,h2,h3,h4,h5{margin:.6em 0 .3em;font-weight:500;line-height:1.3}
h1{font-size:1.5em}h2{font-size:1.25em}h3,h4,h5{font-size:1.05em}
a{color:#0b5a75;text-decoration:none}
ul,ol{margin:.3em 0;padding-inline-start:1.3em}
hr{border:0;border-top:1px solid #ddd}
table{border-collapse:collapse}td,th{padding:3px 10px;border:1px solid #e4e4e4;text-align:start;vertical-align:top;font-weight:400}
img{max-width:100%;height:auto}
img:not([src]){display:inline-block;max-width:min(12em,100%)!important;max-height:3em;overflow:hidden;font-size:11px;line-height:1.3;color:#666;background:#f4f4f4}
img:not([src]):is([alt=""],:not([alt])){display:none}
input,select,button,textarea{max-width:100%;font:inherit}
input:is([type=image],[type=submit]){padding:2px 10px}
[style*="position"]{position:static!important}
[style*="width"]{max-width:100%!important}
${ofClasses(hiddenClasses)},${any(closed)},[aria-hidden=true]:empty{display:none!important}
${ofClasses(screenReaderClasses)}{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${any(struck)}{color:#666;text-decoration:line-through}
${list}{margin:.3em 0;padding:0;list-style:none}
${any(lines)}{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:baseline}
${any(shelves)}{display:flex;gap:12px;overflow:hidden}
${any(shelves)}>*{flex:0 0 10em;min-width:0}
${any(header)}{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;margin:0 -16px;padding:4px 16px;font-size:12px;background:#f3f3f3;border-bottom:1px solid #e4e4e4}
${any(header)} :is(div,form,ul){display:contents}
:is(${gallery},${main},${offer}){min-width:0;overflow:hidden}
:is(${gallery}) :is(ul,li){padding:0;list-style:none}
${offer}{padding:8px 12px;border:1px solid #ddd;border-radius:6px}
@media (min-width:600px){
${COLUMNS}{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,5fr) minmax(0,3fr);gap:0 20px;align-items:start}
${COLUMNS}>*{grid-column:1/-1}
${COLUMNS}>${gallery}{grid-column:1;grid-row:1}
${COLUMNS}>${main}{grid-column:2;grid-row:1}
${COLUMNS}>${offer}{grid-column:3;grid-row:1}
[${MARKED}~=no-offer]{grid-template-columns:minmax(0,3fr) minmax(0,8fr)}
[${MARKED}~=no-gallery]{grid-template-columns:0 minmax(0,8fr) minmax(0,3fr)}
[${MARKED}~=no-gallery][${MARKED}~=no-offer]{display:block}
}
${any(grids)}{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15em,100%),1fr));gap:10px;align-items:start}
${any(grids)}>:not(${any(cards)}){grid-column:1/-1}
${any(cards)}{min-width:0;padding:8px;border:1px solid #e4e4e4;border-radius:6px}
`
