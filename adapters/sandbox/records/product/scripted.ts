import { html, raw, type Markup } from '../../markup/html.ts'
import type { ScriptedPart } from './truth/product-truth.ts'
import type { ProductView } from './product-view.ts'

/** A part of the page: as markup, or as a script that prints it after the page has loaded. */
export function printPart({ truth }: ProductView, part: ScriptedPart, markup: Markup | null): Markup | null {
  return markup !== null && truth.scripted.includes(part) ? printByScript(markup) : markup
}

/** The markup is encoded, so that no reader of the page as received finds it. */
function printByScript({ text }: Markup): Markup {
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  return html`<script>
    ${raw(`(function (here) {
  addEventListener('load', function () {
    setTimeout(function () {
      var bytes = Uint8Array.from(atob('${encoded}'), function (character) { return character.charCodeAt(0) })
      here.outerHTML = new TextDecoder().decode(bytes)
    }, 50)
  })
})(document.currentScript)`)}
  </script>`
}
