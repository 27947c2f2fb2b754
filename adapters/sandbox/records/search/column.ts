import { fill } from '../../locale/locale.ts'
import { html, type Markup } from '../../markup/html.ts'
import { FACETS } from './truth/conditions.ts'
import type { RefinementList, RefinementRow } from './truth/refinements.ts'
import type { SearchView } from './search-view.ts'

/** Prints the column beside the results, as used from 2023 to 2026. */
export function printColumn(view: SearchView): Markup {
  const { lists } = view.truth.column
  const summary =
    view.era !== '2023' && html`<div id="s-refinements-a11y-summary" class="a-section aok-hidden">${lists.length}</div>`
  return html`<div id="s-refinements" class="a-section">${summary}<div class="a-section">${lists.map((list) => printList(view, list))}</div></div> `
}

/** Ids of the blocks around lists. */
const BLOCKS: Readonly<Record<string, string>> = {
  [FACETS.node]: 'departments',
  [FACETS.reviews]: 'reviewsRefinements',
  [FACETS.brand]: 'brandsRefinements',
  [FACETS.price]: 'priceRefinements',
  [FACETS.prime]: 'primeRefinements',
}

/** Rows that are shown before "See more". */
const SHOWN_ROWS = 7

function printList(view: SearchView, list: RefinementList): Markup {
  const { facet, name, rows } = list
  const shown = facet === FACETS.node ? rows : rows.slice(0, SHOWN_ROWS)
  const more = rows.slice(shown.length)
  const content = html`${list.back.map((step) => printBack(view, step))}${printClear(view, list)}${shown.map((row, index) => printRow(view, row, index))}${more.length > 0 && printMore(view, more, shown.length)}`
  const heading = html`<div id="${facet}-title" class="a-section" role="heading"><span class="a-size-base a-color-base">${name}</span></div>`
  return html`<div id="${BLOCKS[facet] ?? `${facet}/${name.length}`}" class="a-section" role="group">${heading}<ul id="filter-${facet}"><span class="a-declarative" role="presentation">${content}</span></ul></div> `
}

/** Prints rows that are shown after a click. */
function printMore(view: SearchView, rows: readonly RefinementRow[], from: number): Markup {
  const { more } = view.phrases.headings
  return html`<li><span class="a-list-item"><div class="a-row"><div class="a-expander-content"><ul>${rows.map((row, index) => printRow(view, row, from + index))}</ul></div><a href="javascript:void(0)" role="button" class="a-expander-header a-declarative"><i class="a-icon"></i><span class="a-expander-prompt">${more}</span></a></div></span></li>`
}

/** Prints a row that leads to a node above, or to the whole shop. */
function printBack(view: SearchView, { id, name, path }: RefinementList['back'][number]): Markup {
  const current = view.era !== '2023' && html` aria-current="false"`
  return html`<li id="${id === null ? FACETS.node : `${FACETS.node}/${id}`}"><span class="a-list-item"><a${current} class="a-link-normal" href="${trackedLink(path, 'sr_ex_n_1')}"><span class="s-back-arrow"></span><span class="a-size-base a-color-base">${name}</span></a></span></li>`
}

/** Prints the link that removes what is selected of a list. */
function printClear(view: SearchView, { facet, rows }: RefinementList): Markup | null {
  const selected = rows.find(({ isSelected, path }) => isSelected && path !== null)
  if (selected === undefined || facet === FACETS.node) return null
  return html`<li><a class="a-link-normal s-navigation-clear-link" href="${trackedLink(selected.path ?? '', 'sr_nr_clear')}"><span class="s-back-arrow"></span><span class="a-size-base a-color-base">${view.phrases.refinements.clear}</span></a></li>`
}

function printRow(view: SearchView, row: RefinementRow, index: number): Markup {
  const { facet, value, depth, path } = row
  const id = facet === FACETS.price ? `${facet}/dynamic-picker-${index}` : `${facet}/${value}`
  const indent = depth > 0 ? ` s-navigation-indent-${depth}` : ''
  const bold = row.isSelected ? ' a-text-bold' : ''
  const words = html`<span class="a-size-base a-color-base${bold}">${row.name}</span>`
  const content = path === null ? words : printLink(view, row, path, index, words)
  return html`<span role="presentation"><li id="${id}" class="a-spacing-micro${indent}"><span class="a-list-item">${content}</span></li></span>`
}

function printLink(view: SearchView, row: RefinementRow, path: string, index: number, words: Markup): Markup {
  const { facet, isSelected, name } = row
  const isOld = view.era === '2023'
  const label = html` aria-current="${String(isSelected)}" aria-label="${fill(view.phrases.refinements.apply, { option: name })}"`
  const link = trackedLink(path, `sr_nr_${facet}_${index + 1}`)
  return html`<a${!isOld && label} class="a-link-normal" href="${link}">${printContent(view, row, words)}</a>`
}

/** Prints what a link shows: stars, a checkbox with words, or words. */
function printContent(view: SearchView, { facet, isSelected }: RefinementRow, words: Markup): Markup {
  if (facet === FACETS.reviews) {
    const { stars, up } = view.phrases.refinements
    return html`<i class="a-icon a-icon-star-medium a-star-medium-4"><span class="a-icon-alt">${stars}</span></i><span class="a-size-small a-color-base">${up}</span>`
  }
  if (facet === FACETS.node || facet === FACETS.price) return words
  return html`<div><label><input type="checkbox" name="" value=""${isSelected && html` checked=""`}/><i class="a-icon"></i><span class="a-checkbox-label"></span></label></div>${words}`
}

/** A link with the parameters that follow the visitor. */
function trackedLink(path: string, ref: string): string {
  return `${path}&dc&qid=1760000000&ref=${ref}`
}
