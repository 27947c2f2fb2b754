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
    html`<div class="s-main-slot s-result-list s-search-results sg-row">
${printSlots(view)}${printSpacer(view.cards.length + 4)}${printPagination(view)}</div>`,
    html`${printInfoBar(view)}`,
    html`<script type="text/javascript">window.sxLayout=${look === 'grid' ? 4 : 1};</script>${printFiller(view, 'results')}`,
    printColumn(view),
  )
}

/** Prints the elements around the list of results. */
function printSearchFrame(slot: Markup, above: Markup, scripts: Markup, column: Markup | null = null): Markup {
  return html`<div id="search"><script>if(window.uet){uet('bb','search');}</script>${above}<div class="s-desktop-width-max s-desktop-content s-opposite-dir s-wide-grid-style sg-row">${column}<div class="sg-col-20-of-24 s-matching-dir sg-col-16-of-20 sg-col"><div class="sg-col-inner"><div id="s-skipLinkTargetForMainSearchResults" tabindex="-1"></div><span data-component-type="s-search-results" class="rush-component s-latency-cf-section">
${slot}
</span></div></div></div>${scripts}</div>
`
}

/** Prints the cards, with a brand strip before them, a carousel between them, and scripts as on real pages. */
function printSlots(view: SearchView): Markup[] {
  const random = view.random.fork('slots')
  const hasStrip = random.chance(0.5)
  const carousel = random.chance(0.6) ? Math.min(view.cards.length - 1, random.int(3, 9)) : -1
  const before = html`${hasStrip && printBrandStrip(view, random, 0)}${printSpacer(1)}<script>if(window.ue){ue.count('cards',${view.cards.length});}</script>
`
  const cards = view.cards.map((card, index) =>
    index === carousel
      ? html`${printResult(card)}${printCarousel(view, random, index + 40)}${printSpacer(index + 41)}`
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
  return html`<span data-component-type="s-result-info-bar" class="rush-component"><div cel_widget_id="UPPER-RESULT_INFO_BAR-0" class="s-widget-container celwidget slot=UPPER template=RESULT_INFO_BAR widgetId=result-info-bar"><h1 class="a-size-base s-desktop-toolbar a-text-normal"><div class="sg-col-14-of-20 sg-col s-breadcrumb"><div class="sg-col-inner"><div class="a-section a-spacing-small a-spacing-top-small"><span>${resultsNote(view)}</span><span> </span><span class="a-color-state a-text-bold">"${truth.query}"</span></div></div></div><div class="sg-col s-desktop-sort-container"><form method="get" action="/s" class="aok-inline-block a-spacing-none"><select name="s" autocomplete="off" id="s-result-sort-select" class="a-native-dropdown">${sorts}</select></form></div></h1></div></span>
`
}

function printPagination(view: SearchView): Markup | null {
  const { page } = view.truth.response
  const pages = countPages(view)
  if (pages === 1) return null
  const { next, previous } = view.phrases.search
  const link = (to: number, classes: string, text: string | number): Markup =>
    html`<a href="${pageLink(view, to)}" class="s-pagination-item ${classes}">${text}</a>`
  const numbers = Array.from({ length: Math.min(pages, 5) }, (_, index) => index + 1)
  const shown = [...new Set([...numbers, page, pages])].toSorted((left, right) => left - right)
  const items = shown.map((number) =>
    number === page
      ? html`<span class="s-pagination-item s-pagination-selected">${number}</span>`
      : link(number, 's-pagination-button', number),
  )
  const before =
    page === 1
      ? html`<span class="s-pagination-item s-pagination-previous s-pagination-disabled" aria-disabled="true">${previous}</span>`
      : link(page - 1, 's-pagination-previous s-pagination-button', previous)
  const after =
    page === pages
      ? html`<span class="s-pagination-item s-pagination-next s-pagination-disabled" aria-disabled="true">${next}</span>`
      : link(page + 1, 's-pagination-next s-pagination-button s-pagination-separator', next)
  return html`<div class="s-result-item s-widget s-flex-full-width" data-asin="" data-index="99"><div class="a-section a-text-center s-pagination-container" role="navigation"><span class="s-pagination-strip">${before}${items}${after}</span></div></div>
`
}

/** Prints a page without results: a message, and products that do not match the query. */
export function printNoResults(view: SearchView): Markup {
  const random = view.random.fork('others')
  const message = html`<div data-asin="" data-index="0" class="sg-col-20-of-24 s-result-item s-widget sg-col"><div class="sg-col-inner"><div cel_widget_id="MAIN-TOP_BANNER_MESSAGE-0" class="s-widget-container s-spacing-medium celwidget slot=MAIN template=TOP_BANNER_MESSAGE widgetId=messaging-messages-no-results"><div class="a-section a-spacing-base a-spacing-top-medium"><div class="a-row"><span class="a-size-medium a-color-base">${noResultsNote(view)}</span></div></div></div></div></div>
`
  const slot = html`<div class="s-main-slot s-result-list s-search-results sg-row">
${message}${printSpacer(1)}${random.chance(0.5) && printCarousel(view, random, 2)}</div>`
  return printSearchFrame(slot, html``, html`${printFiller(view, 'results')}`)
}
