import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../../adapters/web/playground/reader/open-pages.ts'
import { listEntries, tryCandidates, trySelector } from '../../adapters/web/playground/reader/trial.ts'

const page = (...body: string[]): string => `<!doctype html><html lang="en-us"><head>
<link rel="canonical" href="https://www.amazon.com/dp/B0SHLF9001"></head><body><div id="dp">${body.join('')}
<form><input type="hidden" id="ASIN" value="B0SHLF9001"><input id="add-to-cart-button" type="submit"></form></div></body></html>`

const PRODUCT = page(
  '<h1 id="title"><span id="productTitle">Tern Harbor Enamel Mugs</span></h1>',
  '<div id="corePriceDisplay_desktop_feature_div"><span class="a-price priceToPay"><span aria-hidden="true">$12.40</span></span></div>',
  '<div id="corePrice_desktop"><span class="a-price apexPriceToPay"><span aria-hidden="true">$13.50</span></span></div>',
  '<span id="priceblock_ourprice">from the shop</span>',
)

const open = async (html: string): Promise<number> => (await openPage(html, { keepsImages: false }, [])).id

test('each selector of a field says what it would give, the winner and those after it', async () => {
  const trials = tryCandidates(await open(PRODUCT), 'price')
  const given = Object.fromEntries(trials.map(({ source, attempt, value }) => [source, [attempt?.outcome, value]]))
  assert.deepEqual(given['#corePriceDisplay_desktop_feature_div .priceToPay'], ['won', 12.4])
  assert.deepEqual(given['#corePrice_desktop .apexPriceToPay'], ['won', 13.5])
  assert.deepEqual(given['#priceblock_ourprice'], ['unreadable', undefined])
  assert.deepEqual(given['#priceblock_dealprice'], [undefined, undefined], 'finds nothing')
})

test('a selector is counted, and tried for a field alone', async () => {
  const id = await open(PRODUCT)
  const { count, elements, trial } = trySelector(id, '.a-price', 'price', 'shown')
  assert.deepEqual([count, elements.length, trial?.value], [2, 2, 12.4])
  const none = trySelector(id, '#productTitle', 'price', 'shown')
  assert.deepEqual([none.count, none.trial?.value, none.trial?.attempt?.outcome], [1, undefined, 'unreadable'])
  assert.equal(trySelector(id, '#productTitle', null, null).trial, null)
  assert.deepEqual(listEntries(id)['price'], ['shown', 'free', 'undeliverable', 'unsold', 'subscription'])
})

for (const [selector, said] of [
  ['#a[', /^This is not a selector: .+\.$/],
  ['a:hover', /^This is not a selector: .*hover/],
  ['a, b', /as entries of the list, not with commas/],
  ['a::before', /"::before" is not supported/],
] as const) {
  test(`a wrong selector is explained: ${selector}`, async () => {
    const id = await open(PRODUCT)
    assert.throws(() => trySelector(id, selector, null, null), { message: said })
  })
}

test('of a page with rows, a selector is tried for the row that is meant', async () => {
  const source = { record: 'search', query: 'lantern', domain: 'de' }
  const { id, extraction } = await openPage(source, { domain: 'de', keepsImages: false }, [])
  const record = extraction.record as {
    readonly products: readonly { readonly asin: string; readonly title: string }[]
  }
  const trials = tryCandidates(id, 'products[2].title')
  assert.ok(trials.some(({ value }) => value === record.products[2]?.title))
})

test('a page that is not kept, or has no record, has nothing to try', async () => {
  const first = await open(PRODUCT)
  const second = await open('<p>nothing')
  assert.throws(() => tryCandidates(first, 'price'), /not open any more/)
  assert.deepEqual(tryCandidates(second, 'price'), [])
  assert.deepEqual(listEntries(second), {})
  assert.equal(trySelector(second, 'p', 'price', 'shown').count, 1)
})
