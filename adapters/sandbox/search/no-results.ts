import { fill } from '../locale.ts'
import { html, type Markup } from '../markup.ts'
import { printSearchFrame } from './modern-results.ts'
import { printCarousel, printSpacer } from './other-products.ts'
import { printWeight } from './page-frame.ts'
import type { SearchView } from './search-view.ts'

/** What a query that nothing matches shows: words that say so, and products that have nothing to do with it. */
export function printNoResults(view: SearchView): Markup {
  const { layout } = view.truth
  return layout === 'current' || layout === 'grid' ? printModern(view) : printOld(view)
}

function noteOf({ phrases, truth }: SearchView): string {
  return fill(phrases.search.no_results, { query: `"${truth.query}"` })
}

function printModern(view: SearchView): Markup {
  const random = view.random.fork('others')
  const message = html`<div data-asin="" data-index="0" class="sg-col-20-of-24 s-result-item s-widget sg-col"><div class="sg-col-inner"><div cel_widget_id="MAIN-TOP_BANNER_MESSAGE-0" class="s-widget-container s-spacing-medium celwidget slot=MAIN template=TOP_BANNER_MESSAGE widgetId=messaging-messages-no-results"><div class="a-section a-spacing-base a-spacing-top-medium"><div class="a-row"><span class="a-size-medium a-color-base">${noteOf(view)}</span></div></div></div></div></div>
`
  const slot = html`<div class="s-main-slot s-result-list s-search-results sg-row">
${message}${printSpacer(1)}${random.chance(0.5) && printCarousel(view, random, 2)}</div>`
  return printSearchFrame(slot, html``, html`${printWeight(view, 'results')}`)
}

function printOld(view: SearchView): Markup {
  return html`<div id="search-main-wrapper"><div id="main"><div id="searchTemplate" class="searchTemplate listLayout"><div id="topDynamicContent"><h1 id="noResultsTitle" class="a-size-base a-spacing-base a-color-base a-text-normal">${noteOf(view)}</h1></div><div id="rightContainerATF"><div id="resultsCol" class=""><div id="centerMinus" class=""></div></div></div></div></div></div>
${printWeight(view, 'results')}`
}
