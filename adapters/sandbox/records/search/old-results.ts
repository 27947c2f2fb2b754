import { html, type Markup } from '../../markup/html.ts'
import { printListCard } from './list-card.ts'
import { countPages, noResultsNote, pageLink, printFiller, resultsNote, type SearchView } from './search-view.ts'
import { printTableCard } from './table-card.ts'

/** Number of cards in the first list. Real pages load the second list later. */
const FIRST_CARDS = 3

/** Prints the results used from 2015 to 2018: two lists of rows. */
export function printListResults(view: SearchView): Markup {
  const cards = view.cards.map(printListCard)
  const list = 's-result-list s-col-1 s-col-ws-1 s-result-list-hgrid s-height-equalized s-list-view'
  const results = html`<div id="atfResults" class="a-row s-result-list-parent-container"><ul id="s-results-list-atf" class="${list}">
${cards.slice(0, FIRST_CARDS)}</ul></div><div id="centerBelowPlus" class=""></div><div id="btfResults" class="a-row s-result-list-parent-container"><ul class="${list}">
${cards.slice(FIRST_CARDS)}</ul></div><script type="text/javascript">if(window.uet){uet('be','results');}</script>`
  return printTemplate(view, results)
}

/** Prints the results used in 2013 and 2014. */
export function printTableResults(view: SearchView): Markup {
  const results = html`<div id="atfResults" class="list results twister">
${view.cards.map(printTableCard)}</div>`
  return printTemplate(view, results)
}

/** Prints the elements around the results until 2019. */
function printTemplate(view: SearchView, results: Markup): Markup {
  const { truth } = view
  const bar = html`<div id="s-result-info-bar" class="a-row a-spacing-base"><div id="s-result-info-bar-content" class="a-row"><h2 id="s-result-count" class="a-size-base a-spacing-small a-text-normal">${resultsNote(view)} <span><span class="a-color-state a-text-bold">"${truth.query}"</span></span></h2></div></div>`
  return html`<div id="search-main-wrapper"><div id="main" class="nav_redesign s-left-nav-rib-redesign s-span-page"><div id="topStatic"></div><div id="searchTemplate" class="searchTemplate listLayout"><div id="topDynamicContent">${bar}</div><div id="rightContainerATF"><div id="rightResultsATF"><div id="resultsCol" class=""><div id="centerMinus" class="">${results}</div></div><div id="centerBelowMinus"><div class="img_header hdr noborder" id="bottomBar">${printPages(view)}</div></div></div></div><div id="leftNav"><div id="leftNavContainer">${printDepartments(view)}</div></div></div></div></div>
${printFiller(view, 'results')}`
}

function printPages(view: SearchView): Markup {
  const { page } = view.truth.response
  const pages = countPages(view)
  const links = Array.from({ length: Math.min(pages, 5) }, (_, index) => index + 1)
  const shown = [...new Set([...links, page])].map((number) =>
    number === page
      ? html`<span class="pagnCur">${number}</span>`
      : html`<span class="pagnLink"><a href="${pageLink(view, number)}">${number}</a></span>`,
  )
  return html`<div id="pagn" class="pagnHy"><span class="pagnLA1"></span>${shown}<span class="pagnRA">${page < pages && html`<a title="${view.phrases.search.next}" id="pagnNextLink" class="pagnNext" href="${pageLink(view, page + 1)}">${view.phrases.search.next}</a>`}</span><br clear="all"/></div>`
}

function printDepartments({ phrases }: SearchView): Markup {
  const names = phrases.vocabulary.categories.map(([name]) => name)
  return html`<ul class="a-unordered-list a-nostyle a-vertical a-spacing-base">${names.map((name) => html`<li><span class="a-list-item"><a class="a-link-normal s-ref-text-link" href="/s?rh=n%3A1">${name}</a></span></li>`)}</ul>`
}

/** Prints a page without results, used until 2019. */
export function printOldNoResults(view: SearchView): Markup {
  return html`<div id="search-main-wrapper"><div id="main"><div id="searchTemplate" class="searchTemplate listLayout"><div id="topDynamicContent"><h1 id="noResultsTitle" class="a-size-base a-spacing-base a-color-base a-text-normal">${noResultsNote(view)}</h1></div><div id="rightContainerATF"><div id="resultsCol" class=""><div id="centerMinus" class=""></div></div></div></div></div></div>
${printFiller(view, 'results')}`
}
