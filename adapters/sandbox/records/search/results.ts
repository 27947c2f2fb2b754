import { html, type Markup } from '../../markup/html.ts'
import { SEARCH_SORTS } from './truth/search-truth.ts'
import { printBrandStrip, printCarousel, printSpacer, printVideoBlock } from './between-cards.ts'
import { printCard } from './card.ts'
import { printColumn } from './column.ts'
import {
  countPages,
  noResultsNote,
  pageLink,
  printFiller,
  resultsNote,
  type CardView,
  type SearchView,
} from './search-view.ts'

/** Prints the results: a grid of cards with other blocks between them. */
export function printResults(view: SearchView): Markup {
  const { look } = view.truth
  return printSearchFrame(
    html`<div class="s-main-slot s-result-list"> ${printSlots(view)}${printSpacer()}${printPagination(view)}</div>`,
    html`${printInfoBar(view)}`,
    html`<script type="text/javascript">window.sxLayout=${look === 'grid' ? 4 : 1};</script>${printFiller(view, 'results')}`,
    printColumn(view),
  )
}

/** Prints the elements around the list of results. */
function printSearchFrame(slot: Markup, above: Markup, scripts: Markup, column: Markup | null = null): Markup {
  return html`<div id="search"><script>if(window.uet){uet('bb','search');}</script>${above}<div>${column}<div><div><div id="s-skipLinkTargetForMainSearchResults"></div><span data-component-type="s-search-results">
${slot}
</span></div></div></div>${scripts}</div>
`
}

/** Prints the cards, with a brand strip before them, a carousel between them, and scripts as on real pages. */
function printSlots(view: SearchView): Markup[] {
  const random = view.random.fork('slots')
  const hasStrip = random.chance(0.5)
  const carousel = random.chance(0.6) ? Math.min(view.cards.length - 1, random.int(3, 9)) : -1
  const before = html`${hasStrip && printBrandStrip(view, random, 0)}${printSpacer()}<script>if(window.ue){ue.count('cards',${view.cards.length});}</script>
`
  const cards = view.cards.map((card, index) =>
    index === carousel
      ? html`${printResult(card)}${printCarousel(view, random, index + 40)}${printSpacer()}`
      : printResult(card),
  )
  return [before, ...cards]
}

function printResult(view: CardView): Markup {
  return view.card.is_video ? printVideoBlock(view) : printCard(view)
}

const SORT_VALUES = {
  best_match: 'relevanceblender',
  price_asc: 'price-asc-rank',
  price_desc: 'price-desc-rank',
  avg_customer_review: 'review-rank',
  newest: 'date-desc-rank',
} as const

function printInfoBar(view: SearchView): Markup {
  const { truth } = view
  const sorts = SEARCH_SORTS.map(
    (sort) => html`<option value="${SORT_VALUES[sort]}"${sort === truth.sort && html` selected=""`}></option>`,
  )
  return html`<span data-component-type="s-result-info-bar"><div cel_widget_id="UPPER-RESULT_INFO_BAR-0" class="celwidget widgetId=result-info-bar"><h1 class="a-size-base a-text-normal"><div class="a-section"><span>${resultsNote(view)}</span><span> </span><span class="a-color-state a-text-bold">"${truth.query}"</span></div><div><form method="get" action="/s"><select name="s" autocomplete="off" id="s-result-sort-select">${sorts}</select></form></div></h1></div></span> `
}

function printPagination(view: SearchView): Markup | null {
  const { page } = view.truth.response
  const pages = countPages(view)
  if (pages === 1) return null
  const { next, previous } = view.phrases.search
  const link = (to: number, classes: string, text: string | number): Markup =>
    html`<a href="${pageLink(view, to)}" class="${classes}">${text}</a>`
  const numbers = Array.from({ length: Math.min(pages, 5) }, (_, index) => index + 1)
  const shown = [...new Set([...numbers, page, pages])].toSorted((left, right) => left - right)
  const items = shown.map((number) =>
    number === page
      ? html`<span class="s-pagination-selected">${number}</span>`
      : link(number, 's-pagination-button', number),
  )
  const before =
    page === 1
      ? html`<span class="s-pagination-disabled" aria-disabled="true">${previous}</span>`
      : link(page - 1, 's-pagination-previous s-pagination-button', previous)
  const after =
    page === pages
      ? html`<span class="s-pagination-next s-pagination-disabled" aria-disabled="true">${next}</span>`
      : link(page + 1, 's-pagination-next s-pagination-button s-pagination-separator', next)
  return html`<div class="s-result-item" data-asin=""><div class="a-section s-pagination-container" role="navigation"><span>${before}${items}${after}</span></div></div> `
}

/** Prints a page without results: a message, and products that do not match the query. */
export function printNoResults(view: SearchView): Markup {
  const random = view.random.fork('others')
  const message = html`<div data-asin="" class="s-result-item"><div cel_widget_id="MAIN-TOP_BANNER_MESSAGE-0" class="celwidget widgetId=messaging-messages-no-results"><div class="a-section"><div class="a-row"><span class="a-size-medium a-color-base">${noResultsNote(view)}</span></div></div></div></div> `
  const slot = html`<div class="s-main-slot s-result-list"> ${message}${printSpacer()}${random.chance(0.5) && printCarousel(view, random, 2)}</div>`
  return printSearchFrame(slot, html``, html`${printFiller(view, 'results')}`)
}
