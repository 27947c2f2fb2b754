import type { Locale } from '../locale/locale.ts'
import { html, type Markup } from '../markup/html.ts'
import { languageAttributes } from '../markup/page-frame.ts'
import { robotNote, type StateRenderer } from './state-page.ts'

const PICTURES = 'https://images-na.ssl-images-amazon.com/images/G/01/error'

interface DogParts {
  readonly title: string
  /** Status code in the links of the page. */
  readonly code: 404 | 503
  readonly message: Markup
}

/** Prints the page with a dog. Its messages are pictures with alternative texts. */
function printDogPage(locale: Locale, { title, code, message }: DogParts): string {
  return html`${robotNote}
<!doctype html>
<html${languageAttributes(locale)}><head><meta charset="utf-8"><title>${title}</title>
<style>#a { background: #232f3e; padding: 11px 192px } #b { position: absolute } #g { text-align: center } #d { display: none } #d[src] { display: inline }</style></head>
<body><a href="/ref=cs_${code}_logo"><img id="b" src="${PICTURES}/logo._TTD_.png" alt="${locale.shopName}"></a>
<form id="a" accept-charset="utf-8" action="/s" method="GET" role="search"><input id="e" name="field-keywords"><input name="ref" type="hidden" value="cs_${code}_search"><input id="f" type="submit" value="Go"></form>
<div id="g">${message}<a href="/dogsofamazon/ref=cs_${code}_d"><img id="d" alt="Dogs of Amazon"></a>
<script>document.getElementById("d").src = "${PICTURES}/" + (Math.floor(Math.random() * 43) + 1) + "._TTD_.jpg";</script></div></body></html>
`.text
}

/** The page of an address that does not exist, status 404. */
export const renderNotFound: StateRenderer = (locale) => {
  const { not_found_title: title, not_found: text } = locale.phrases.states
  const message = html`<div><a href="/ref=cs_404_link"><img src="${PICTURES}/title._TTD_.png" alt="${text}"></a></div>`
  return { status: 404, html: printDogPage(locale, { title, code: 404, message }) }
}

/** The page for a visitor with too many requests, status 503. */
export const renderThrottled: StateRenderer = (locale) => {
  const title = locale.phrases.states.throttled
  const message = html`<div><a href="/ref=cs_503_link"><img src="${PICTURES}/500_503.png" alt="${title}"></a></div>`
  return { status: 503, html: printDogPage(locale, { title, code: 503, message }) }
}

/** The older page without a dog, status 503: only a message and the note to robots. */
export const renderThrottledTable: StateRenderer = (locale) => {
  const { throttled } = locale.phrases.states
  const page = html`<html> <head> <meta http-equiv="Content-Type" content="text/html;charset=UTF-8"/> <title>503</title> </head>
    <body bgcolor="#FFFFFF" text="#000000" style="font-family: verdana,arial,helvetica,sans-serif;"> ${robotNote} <center>
    <table border="0" align="center" style="margin-top: 20px;"><tr><td><b style="color:#E47911">${throttled}</b></td></tr></table> </center> </body>
    </html> `
  return { status: 503, html: page.text }
}
