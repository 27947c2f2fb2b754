import { html } from '../markup.ts'
import { printBeginning, printFrame } from '../frame.ts'
import { stateRandom, type StateRenderer } from './state-page.ts'

/** A whole page with nothing between header and footer. It comes with status 200. */
export const renderShell: StateRenderer = (locale, options) => {
  const random = stateRandom('shell', locale, options)
  const body = html`<div id="dp-container" class="a-container" role="main"><div id="ppd"><div id="centerCol" class="centerColAlign"></div></div></div>
`
  return { status: 200, html: printFrame(locale, { title: locale.shopName, place: null, random }, body).text }
}

/** The beginning of a page, which ends before anything that tells. It comes with status 200. */
export const renderTruncated: StateRenderer = (locale, options) => {
  const random = stateRandom('truncated', locale, options)
  const page = printBeginning(locale, { title: locale.shopName, place: null, random }).text
  return { status: 200, html: page.slice(0, page.lastIndexOf('<a href="/b/')) + '<a href="/b' }
}
