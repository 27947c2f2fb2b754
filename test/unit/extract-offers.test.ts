import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contract, requireExampleParams } from '../../adapters/contract.ts'
import { extractPage, extractRecord } from '../../adapters/pages/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { extractOffers, parsePage, requireRecord, type OffersPath } from '../../core/index.ts'
import { root } from '../support/root.ts'

const ASIN = 'B0SHLFT001'
const com = requireMarketplace('com')
const de = requireMarketplace('de')

/** An offer of the panel; `parts` come after its seller. */
function offerOf(parts: string, id = 'aod-offer'): string {
  return `<div id="${id}"><form><input name="items[0.base][asin]" value="${ASIN}"></form><div id="aod-offer-soldBy"><div class="a-col-right"><a href="/gp/aag/main?seller=A1SHELF00001">Fern &amp; Co</a></div></div>${parts}</div>`
}

const read = (html: string, marketplace = com, options = {}) =>
  extractOffers(parsePage(html, { contentType: 'text/html; charset=utf-8' }), marketplace, options)

/** The only offer of a panel. */
function readOffer(parts: string, marketplace = com) {
  const { record, issues } = read(offerOf(parts), marketplace)
  const [offer] = record?.offers ?? []
  assert.ok(offer !== undefined)
  return { offer, issues: issues.map(({ field }) => field) }
}

const heading = (text: string): string => `<div id="aod-offer-heading">${text}</div>`

test('each of the eight conditions is read from a heading, in any language', () => {
  for (const [text, condition] of [
    ['New', 'new'],
    ['Used - Like New', 'used_like_new'],
    ['Used: Very Good', 'used_very_good'],
    ['Gebraucht - Gut', 'used_good'],
    ["D'occasion - Acceptable", 'used_acceptable'],
    ['Refurbished - Excellent', 'refurbished'],
    ['整備済み品', 'refurbished'],
    ['Collectible - Like New', 'collectible'],
    ['Open Box - Like New', 'open_box'],
    ['新品', 'new'],
    ['İkinci El - Çok İyi', 'used_very_good'],
  ] as const) {
    const { offer, issues } = readOffer(heading(text))
    assert.deepEqual([offer.condition_text, offer.condition, issues], [text, condition, []])
  }
})

test('"used" without a grade is no condition; unknown words are an issue', () => {
  const used = readOffer(heading('Used'))
  assert.deepEqual([used.offer.condition, used.issues], [null, []])
  const unknown = readOffer(heading('Zorbelig'))
  assert.deepEqual([unknown.offer.condition, unknown.issues], [null, ['offers[0].condition']])
  assert.equal(readOffer('').offer.condition, null)
})

test('a price that is struck, of a unit or of a subscription is not the price', () => {
  for (const parts of [
    '<div id="aod-price-1"><b class="a-price a-text-price" data-a-strike="true">$9.00</b></div>',
    '<div id="aod-price-1"><span class="pricePerUnit">(<b class="a-price a-text-price">$0.50</b> / oz)</span></div>',
    '<div id="aod-price-1"><div id="snsPrice"><b class="a-price">$8.10</b></div></div>',
  ]) {
    assert.equal(readOffer(parts).offer.price, null, parts)
  }
})

test('shipping is 0 when it is free, null on a condition and when nothing is said', () => {
  const promise = (price: string, condition = '') =>
    `<b class="olpOfferPrice">$5.00</b><span data-csa-c-delivery-price="${price}" data-csa-c-delivery-condition="${condition}">x</span>`
  const shippingOf = (parts: string) => {
    const { price_shipping, price_total } = readOffer(parts).offer
    return [price_shipping, price_total]
  }
  assert.deepEqual(shippingOf(promise('FREE')), [0, 5])
  assert.deepEqual(shippingOf(promise('FREE', 'on orders over $35')), [null, null])
  assert.deepEqual(shippingOf(promise('$0.10')), [0.1, 5.1])
  assert.deepEqual(shippingOf(promise('')), [null, null])
  assert.deepEqual(shippingOf(promise('fastest')), [null, null])
  assert.deepEqual(shippingOf('<b class="olpOfferPrice">$5.00</b>'), [null, null])
  assert.deepEqual(
    shippingOf('<b class="olpOfferPrice">$5.00</b><p class="aod-ship-charge">+ $4.20 shipping</p>'),
    [4.2, 9.2],
  )
})

test('ratings of sellers are read in the number forms of all languages', () => {
  for (const [text, count, percentage] of [
    ['(490261 ratings)<br>84% positive over last 12 months', 490_261, 84],
    ['(12.345 Bewertungen)<br>98 % positiv in den letzten 12 Monaten', 12_345, 98],
    ['(12\u202f345 évaluations)<br>95\u00a0% positives au cours des 12 derniers mois', 12_345, 95],
    ['（3,421件の評価）<br>過去12か月で96%が高評価', 3421, 96],
    ['(٣٬٤٢١ تقييم)<br>٩٦٪ إيجابي خلال آخر ١٢ شهرا', 3421, 96],
    ['(1.012 değerlendirme)<br>Son 12 ayda %84 olumlu', 1012, 84],
    ['(1,23,456 ratings)<br>100% positive over last 12 months', 123_456, 100],
    ['99% positive over the past 12 months. (16,432 total ratings)', 16_432, 99],
    ['(7 ratings)', 7, null],
    ['Just launched', null, null],
  ] as const) {
    const { offer, issues } = readOffer(`<p id="seller-rating-count-{iter}">${text}</p>`)
    assert.deepEqual(
      [offer.seller_ratings_count, offer.seller_positive_percentage, issues],
      [count, percentage, []],
      text,
    )
  }
})

test('the marketplace sells under its own names and ids, and nobody else does', () => {
  for (const [name, isOwn] of [
    ['Amazon.com', true],
    ['Amazon.co.jp', true],
    ['Amazon US', true],
    ['Amazon EU S.à r.l.', true],
    ['Amazon Resale', true],
    ['AMAZON RETOURENKAUF', true],
    ['アマゾンジャパン合同会社', true],
    ['Amazonas Bücher', false],
    ['Best of Amazon Rivers', false],
    ['Amazon Deals by Fern', false],
  ] as const) {
    const html = `<div id="aod-offer"><b class="olpOfferPrice">$5</b><div id="aod-offer-soldBy"><div class="a-col-right"><span>${name}</span></div></div><input name="items[0.base][asin]" value="${ASIN}"></div>`
    const [offer] = read(html).record?.offers ?? []
    assert.deepEqual([offer?.seller_name, offer?.is_sold_by_marketplace], [name, isOwn])
  }
  const byId = offerOf('').replace('A1SHELF00001', 'ATVPDKIKX0DER')
  assert.equal(read(byId).record?.offers[0]?.is_sold_by_marketplace, true)
})

test('rows that have another id are read by their labels', () => {
  const row = (label: string, text: string) =>
    `<div id="x"><div class="a-fixed-left-grid-inner"><div class="a-col-left">${label}</div><div class="a-col-right">${text}</div></div></div>`
  const html = `<div id="aod-offer"><b class="olpOfferPrice">5 €</b>${row('Versender', 'Amazon')}${row('Verkäufer', 'Nordlicht')}${row('Rückgaben', '30 Tage')}${row('Zahlung', 'Karte')}<input name="items[0.base][asin]" value="${ASIN}"></div>`
  const [offer] = read(html, de).record?.offers ?? []
  assert.deepEqual(
    [offer?.ships_from, offer?.seller_name, offer?.returns, offer?.is_marketplace_fulfilled],
    ['Amazon', 'Nordlicht', '30 Tage', true],
  )
})

test('a page that says nothing about offers gives no record, and an issue', () => {
  for (const html of [
    '',
    '<div id="aod-offer-list"></div>',
    '<div id="aod-offer-list"><p>Something went wrong.</p></div>',
    '<div id="aod-offer"><input type="submit">x</div>',
    '<div id="aod-pinned-offer"><input type="submit">x</div><input id="aod-total-offer-count" value="0">',
  ]) {
    const { record, issues } = read(html, com, { asin: ASIN })
    assert.equal(record, null, html)
    assert.deepEqual(new Set(issues.map(({ field }): OffersPath => field)), new Set(['offers']), html)
  }
})

test('a page that says that there are none gives an empty list', () => {
  for (const html of [
    '<div id="aod-offer-list"><input id="aod-total-offer-count" value="0"></div>',
    '<div id="aod-pinned-offer"><h5 id="aod-asin-title-text">Bell</h5></div><input id="aod-total-offer-count" value="0">',
    '<div id="olpOfferList"><p>There are currently no listings for this search.</p></div>',
  ]) {
    const { record, issues } = read(html, com, { asin: ASIN })
    assert.deepEqual([record?.offers, record?.no_offers, issues], [[], true, []], html)
  }
})

test('a page that names no product needs the requested one', () => {
  const html = '<div id="aod-offer"><b class="olpOfferPrice">$5</b></div>'
  assert.equal(read(html).record, null)
  assert.deepEqual(
    read(html).issues.map(({ field }) => field),
    ['asin'],
  )
  const { record, isMismatch } = read(html, com, { asin: ASIN.toLowerCase() })
  assert.deepEqual([record?.asin, record?.url, isMismatch], [ASIN, `https://www.amazon.com/dp/${ASIN}`, false])
  assert.equal(read(offerOf(''), com, { asin: 'B0SHLFT002' }).isMismatch, true)
})

test('more offers follow while the page announces more than were shown', () => {
  const page = (count: number, shown: number, featured = false) =>
    `${featured ? offerOf('', 'aod-pinned-offer') : ''}${offerOf('').repeat(shown)}<input id="aod-total-offer-count" value="${count}">`
  assert.equal(read(page(11, 10, true)).hasMore, true)
  assert.equal(read(page(10, 10, true)).hasMore, false)
  assert.equal(read(page(11, 1), com, { page: 2 }).hasMore, false)
  assert.equal(read(page(25, 10), com, { page: 2 }).hasMore, true)
  const after = read('<input id="aod-total-offer-count" value="12">', com, { page: 3, asin: ASIN }).record
  assert.deepEqual([after?.offers, after?.has_more, after?.no_offers], [[], false, true])
  assert.equal(read('<input id="aod-total-offer-count" value="25">', com, { page: 3, asin: ASIN }).record, null)
})

test('a product page gives its own record, and its panel where offers are asked for by name', () => {
  const html = readFileSync(join(root, 'golden/offers/com/panel-in-product-page/page.html'))
  const plain = extractPage(html)
  assert.ok(plain.kind === 'product' && plain.record !== null)
  const named = extractRecord('offers', html)
  assert.equal(named.kind, 'product')
  assert.equal(named.record?.offers.length, 2)
  const closed = html.toString().replace(/<div id="all-offers-display"[\s\S]*/, '</body></html>')
  const { record, issues } = extractRecord('offers', closed)
  assert.equal(record, null)
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['offers'],
  )
})

test('addresses have the filters and pages that are asked for', () => {
  const definition = requireRecord('offers')
  const addressOf = (given: object, page = 1): URL => {
    const parsed = contract.parseParams('offers', { query: ASIN, ...given })
    assert.ok(parsed.ok)
    return new URL(definition.address(de, parsed.params, page))
  }
  const plain = addressOf({})
  assert.equal(`${plain.origin}${plain.pathname}`, 'https://www.amazon.de/gp/product/ajax/aodAjaxMain/')
  assert.deepEqual(Object.fromEntries(plain.searchParams), { asin: ASIN, pc: 'dp', experienceId: 'aodAjaxMain' })
  const filtered = addressOf({ condition: 'used_good', prime_only: 'true', language: 'en_GB' }, 3)
  assert.deepEqual(JSON.parse(filtered.searchParams.get('filters') ?? ''), {
    all: true,
    usedGood: true,
    primeEligible: true,
  })
  assert.equal(filtered.searchParams.get('pageno'), '3')
  assert.equal(filtered.searchParams.get('isonlyrenderofferlist'), 'true')
  assert.equal(filtered.searchParams.get('language'), 'en_GB')
  assert.deepEqual(definition.savedAs(de, filtered)?.slice(0, 1), [ASIN])
  assert.equal(definition.savedAs(de, new URL('https://www.amazon.de/dp/B0SHLFT001')), null)
  assert.equal(requireExampleParams('offers').query, 'B0SHLFX301')
  const wrong = contract.parseParams('offers', { query: ASIN, condition: 'mint', pages: '11' })
  assert.ok(!wrong.ok)
})
