import type { Locator, Page } from 'playwright-core'
import { expectVisible } from './browser.ts'

/** The line of a field or a card. `path`: `price`. */
export const entry = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"] > .entry`)

/** Opens a saved page. */
export async function upload(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  await page.getByLabel('Saved page').setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(content) })
  await expectVisible(page.getByRole('button', { name: 'Another page' }))
}

/** A page that links to the styles of its shop, with much above the product. */
export const PLAIN = `<!doctype html><html lang="en-us"><head><link rel="stylesheet" href="https://elsewhere.example/a.css">
<style>#sheet { position: fixed; inset: 0; background: #0009 }</style><link rel="canonical" href="https://www.amazon.com/dp/B0SHLF9001"></head>
<body><div id="sheet"></div>${'<p>menu</p>'.repeat(80)}<div id="dp"><div id="ppd"><div id="rightCol"><form><input type="hidden" id="ASIN" value="B0SHLF9001">
<input id="add-to-cart-button" type="submit"></form></div><div id="leftCol">pictures</div><div id="centerCol">
<h1><span id="productTitle">Tern Harbor Enamel Mugs</span></h1><span class="aok-hidden">a template</span></div></div></div>${'<p>more</p>'.repeat(80)}</body></html>`
