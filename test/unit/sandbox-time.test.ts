import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitions, diffRecords, type Product } from '../../core/index.ts'
import { extractPage, extractRecord } from '../../adapters/pages/index.ts'
import {
  generateAsin,
  generateList,
  generateOffers,
  generateProduct,
  generateReviews,
  generateSearch,
  renderList,
  renderOffers,
  renderProduct,
  renderReviews,
  renderSearch,
} from '../../adapters/sandbox/index.ts'
import { Sandbox } from '../../adapters/sandbox/server/index.ts'

const DOMAINS = ['com', 'de', 'co.jp', 'sa', 'pl'] as const
const ASINS = Array.from({ length: 8 }, (_, index) => generateAsin(`time ${index}`, index % 4 === 3))
const DAYS = Array.from({ length: 40 }, (_, day) => day)

test('a product that moves is read from its page on any day, before and after its layout changed', () => {
  for (const domain of DOMAINS) {
    for (const asin of ASINS) {
      for (const day of [0, 3, 17, 20_000]) {
        for (const layoutDay of [undefined, day]) {
          const truth = generateProduct({ asin, domain, time: { day, layoutDay } })
          const { record } = extractPage(renderProduct(truth), { domain })
          assert.deepEqual(record, truth.record, `${domain} ${asin} ${day} ${layoutDay}`)
        }
      }
    }
  }
})

test('prices, stock, sellers and ranks move; texts and pictures do not', () => {
  const productsOf = (asin: string): Product[] =>
    DAYS.map((day) => generateProduct({ asin, domain: 'de', time: { day } }).record)
  const movesOf = (pick: (product: Product) => unknown): number =>
    ASINS.filter((asin) => new Set(productsOf(asin).map((product) => JSON.stringify(pick(product)))).size > 1).length
  for (const pick of [
    (product: Product) => product.price,
    (product: Product) => product.stock,
    (product: Product) => product.featured_merchant?.seller_id,
    (product: Product) => product.sales_rank[0]?.rank,
    (product: Product) => product.reviews_count,
  ]) {
    assert.ok(movesOf(pick) >= ASINS.length / 2, pick.toString())
  }
  for (const pick of [
    (product: Product) => product.title,
    (product: Product) => product.images,
    (product: Product) => product.delivery_location,
    (product: Product) => product.product_details,
  ]) {
    assert.equal(movesOf(pick), 0, pick.toString())
  }
})

test('a price holds for some days, and not for all', () => {
  const changes = ASINS.flatMap((asin) => {
    const prices = DAYS.map((day) => generateProduct({ asin, domain: 'com', time: { day } }).record.price)
    return prices.slice(1).map((price, day) => price !== prices[day])
  })
  const share = changes.filter(Boolean).length / changes.length
  assert.ok(share > 0.05 && share < 0.5, String(share))
})

test('the layout changes, and not what a watch looks at', () => {
  const fields = definitions.product.watch?.fields.filter((field) => field !== 'sales_volume')
  let others = 0
  let changed = 0
  for (const asin of ASINS) {
    const [first, second] = [undefined, 5].map((layoutDay) =>
      generateProduct({ asin, domain: 'com', time: { day: 5, layoutDay } }),
    )
    assert.ok(first !== undefined && second !== undefined)
    if (first.layout !== second.layout) changed++
    const [before, after] = [first, second].map((truth) => extractPage(renderProduct(truth), { domain: 'com' }))
    assert.ok(before !== undefined && after !== undefined)
    assert.deepEqual(diffRecords(before, after, { fields }), [], asin)
    if (JSON.stringify(before.winners) !== JSON.stringify(after.winners)) others++
  }
  assert.ok(changed >= ASINS.length / 2, `${changed} layouts change`)
  assert.equal(others, changed, 'products with other winners')
})

test('the cards of a search have the prices of the products on that day, and their positions move', () => {
  const [first, second] = [1, 2].map((day) => {
    const truth = generateSearch({ query: 'kettle', domain: 'de', time: { day } })
    const { record } = extractPage(renderSearch(truth), { domain: 'de' })
    assert.deepEqual(record, truth.response)
    return truth.response.products.filter(({ is_sponsored }) => !is_sponsored).map(({ asin }) => asin)
  })
  assert.notDeepEqual(first, second)
  assert.deepEqual(
    first?.slice(0, 20).filter((asin) => second?.includes(asin)),
    first?.slice(0, 20),
  )
})

test('a sandbox with a clock prints the page of the day, and one without it the same page always', () => {
  let day = 1
  const pageOf = (sandbox: Sandbox): string =>
    sandbox
      .answer({
        method: 'GET',
        target: '/dp/B0SHLFS081',
        host: 'www.amazon.de',
        acceptEncoding: undefined,
        faults: undefined,
      })
      .body.toString()
  const [moving, still] = [new Sandbox({ weight: 'light', time: () => ({ day }) }), new Sandbox({ weight: 'light' })]
  const first = [pageOf(moving), pageOf(still)]
  assert.deepEqual([pageOf(moving), pageOf(still)], first)
  day = 9
  assert.notEqual(pageOf(moving), first[0])
  assert.equal(pageOf(still), first[1])
})

test('lists, offers and reviews are those of the products on that day', () => {
  const domain = 'de'
  const asin = 'B0OFFERS00'
  const on = (day: number) => {
    const time = { day }
    const list = generateList({ domain, alias: 'kitchen', time })
    const offers = generateOffers({ domain, product: { asin, time } })
    const reviews = generateReviews({ domain, asin, time })
    assert.deepEqual(extractPage(renderList(list), { domain }).record, list.record)
    assert.deepEqual(extractPage(renderOffers(offers), { domain, asin }).record, offers.response)
    assert.deepEqual(extractRecord('reviews', renderReviews(reviews), { domain }).record, reviews.record)
    const product = generateProduct({ domain, asin, time }).record
    assert.equal(reviews.record.reviews_count, product.reviews_count)
    return {
      ranks: list.record.entries.map((entry) => entry.asin),
      prices: list.record.entries.map(({ asin: own, price }) => `${own} ${price}`),
      offers: offers.response.offers.map(({ price }) => price),
      ratings: reviews.record.reviews_count,
    }
  }
  const all = DAYS.slice(0, 12).map(on)
  for (const pick of ['ranks', 'prices', 'offers', 'ratings'] as const) {
    assert.ok(new Set(all.map((one) => JSON.stringify(one[pick]))).size > 1, `${pick} move`)
  }
  assert.deepEqual(on(3), all[3])
})

test('one product moves by the clock without a time, as its README says; no other one does', () => {
  const clock = { ms: Date.UTC(2026, 0, 1) }
  const sandbox = new Sandbox({ weight: 'light', epochMs: () => clock.ms })
  const read = (asin: string): Product => {
    const request = { method: 'GET', target: `/dp/${asin}`, host: 'www.amazon.de' }
    const { body } = sandbox.answer({ ...request, acceptEncoding: undefined, faults: undefined })
    return extractPage(body, { domain: 'de' }).record as Product
  }
  const still = read('B0SHLFS081')
  const seen = Array.from({ length: 8 }, () => {
    const product = read('B0MOVES000')
    clock.ms += 30 * 60_000 - 1
    assert.deepEqual(read('B0MOVES000'), product, 'the same for half an hour')
    clock.ms += 1
    return product
  })
  assert.deepEqual(
    seen.map(({ in_stock }) => in_stock),
    [true, true, true, false, true, true, true, false],
  )
  const prices = seen.flatMap(({ price }) => price ?? [])
  assert.equal(new Set(prices).size, prices.length)
  assert.equal(new Set(seen.map(({ sales_rank }) => sales_rank[0]?.rank)).size, 8)
  assert.deepEqual(read('B0SHLFS081'), still)
})
