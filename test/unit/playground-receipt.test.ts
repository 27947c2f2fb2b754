import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Receipt } from '../../adapters/web/playground/reader/protocol.ts'
import { parseReceiptHash, printReceiptHash } from '../../adapters/web/playground/receipt.ts'
import { pathOf, printMarkup } from '../../adapters/web/playground/reader/element-path.ts'
import { compileSelector, parsePage } from '../../core/index.ts'

const receipt: Receipt = {
  field: 'title',
  value: 'مصباح 東京 «é»',
  selector: '#productTitle',
  text: 'مصباح',
  element: { path: '#productTitle', html: '<span id="productTitle">' },
  page: { sha256: 'ab', size: 1, kind: 'product', domain: 'eg', url: null, simulated: null },
  version: 'shelfmark@0.0.0',
}

test('a receipt is the same after a trip through an address', () => {
  const hash = printReceiptHash(receipt)
  assert.match(hash, /^#receipt=[\w-]+$/)
  assert.deepEqual(parseReceiptHash(hash), receipt)
})

test('an address that anybody wrote is no receipt, and no error', () => {
  for (const hash of [
    '',
    '#asin=B0SHLFS081',
    '#receipt=',
    '#receipt=%%%',
    '#receipt=bm8',
    `#receipt=${btoa('{"field":1}')}`,
  ]) {
    assert.equal(parseReceiptHash(hash), null, hash)
  }
})

test('the path of an element is a selector that finds it alone', () => {
  const page = parsePage('<div id="a"><p>x<p>y<b>z</b></div><ul><li>1<li>2<i id="1x">3</i></ul>')
  for (const element of page.elements.all) {
    const found = compileSelector(pathOf(element), 'test').selectAll(page)
    assert.deepEqual(found, [element], pathOf(element))
  }
})

test('the markup of an element is cut', () => {
  const page = parsePage(`<p title='"'>a<b>c</b></p><div>${'text '.repeat(500)}</div>`)
  const [, , , p, , div] = page.elements.all
  assert.ok(p && div)
  assert.equal(printMarkup(p), '<p title="&quot;">a<b>c</b></p>')
  assert.ok(printMarkup(div).length < 700)
})
