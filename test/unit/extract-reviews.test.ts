import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'parse5'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { extractPage, extractRecord } from '../../adapters/pages/index.ts'
import { generateProduct, generateReviews, renderProduct, renderReviews } from '../../adapters/sandbox/index.ts'
import { domains } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

const golden = (name: string): string => readFileSync(join(root, GOLDEN_DIRECTORY, name, 'page.html'), 'utf8')

/** Pages print any kind of space, records have one. */
const withPlainSpaces = (value: object): unknown =>
  JSON.parse(JSON.stringify(value).replace(/[\u00a0\u2009\u202f]/g, ' '))

test('the reviews of simulated lists are read as they were generated, in every marketplace', () => {
  let looked = 0
  for (const domain of domains) {
    for (const [page, sort] of [
      [1, 'helpful'],
      [2, 'recent'],
      [10, 'helpful'],
      [11, 'recent'],
    ] as const) {
      const { record, ...truth } = generateReviews({ asin: 'B0SHLFS081', domain, page, sort })
      const found = extractPage(renderReviews({ record, ...truth }))
      assert.equal(found.kind, 'reviews')
      // A list without reviews has no links to other pages.
      const expected = record.reviews.length === 0 ? { ...record, page } : record
      assert.deepEqual(found.record, withPlainSpaces(expected), `${domain} ${page}`)
      looked += record.reviews.length
    }
  }
  assert.ok(looked > 400, `${looked} reviews`)
})

test('a product page gives the product unless reviews are named, and both records say the same', () => {
  for (const domain of domains) {
    const page = renderProduct(generateProduct({ asin: 'B0SHLFS081', domain }))
    const product = extractPage(page)
    assert.equal(product.kind, 'product')
    const found = extractRecord('reviews', page)
    assert.equal(found.kind, 'product')
    const [expected, { record }] = [product.record, found]
    assert.ok(expected && record)
    for (const field of ['asin', 'url', 'title', 'rating', 'reviews_count', 'rating_stars_distribution'] as const) {
      assert.deepEqual(record[field], expected[field], field)
    }
    assert.equal(record.review_ai_summary, expected.review_ai_summary)
    assert.deepEqual([record.scope, record.page, record.has_more, record.sort_by], ['top', null, null, null])
    const byId = new Map(record.reviews.map((review) => [review.id, review]))
    assert.equal(byId.size, expected.reviews.length)
    for (const review of expected.reviews) {
      const found = byId.get(review.id)
      assert.deepEqual({ ...review, ...found }, found, review.id)
      for (const [field, value] of Object.entries(review)) {
        assert.deepEqual((found as unknown as Record<string, unknown>)[field], value, `${domain} ${review.id} ${field}`)
      }
    }
  }
})

test('a record that is named is not read from pages of other kinds', () => {
  const list = golden('reviews/com/list-of-2024')
  assert.equal(extractRecord('product', list).record, null)
  assert.equal(extractRecord('product', list).kind, 'reviews')
  assert.equal(extractRecord('reviews', golden('state/com/captcha-image')).record, null)
})

test('whether a product page shows reviews: they are there, were left out, or there are none', () => {
  const of = (reviews?: 'withheld' | 'none') => {
    const page = renderProduct(generateProduct({ asin: 'B0WITHHEL2', domain: 'de', reviews }))
    const facts = [extractPage(page, { reviews: true }), extractRecord('reviews', page, { reviews: true })]
    return facts.map(({ hasReviews, isWithheld, issues }) => [hasReviews, isWithheld, issues])
  }
  const issue = { field: 'reviews', source: '', text: 'not shown to this session', problem: 'missing' }
  assert.deepEqual(of('withheld'), [
    [false, true, [issue]],
    [false, true, [issue]],
  ])
  assert.deepEqual(of('none'), [
    [null, false, []],
    [null, false, []],
  ])
  assert.deepEqual(of(), [
    [true, false, []],
    [true, false, []],
  ])
  const unasked = extractPage(renderProduct(generateProduct({ asin: 'B0WITHHEL2', domain: 'de', reviews: 'withheld' })))
  assert.deepEqual([unasked.isWithheld, unasked.issues], [false, [issue]])
})

test('a mobile page that shows excerpts with links to the reviews does not leave reviews out', () => {
  const page = renderProduct(generateProduct({ asin: 'B0WITHHEL2', domain: 'com', reviews: 'withheld' }))
  for (const block of ['aw-udpv3-customer-reviews_feature_div', 'universal-glance-reviews-features']) {
    const excerpt = `<div id="${block}"><a href="/gp/aw/review/B0WITHHEL2/R1SHLF0000001"><p>Does what it says</p></a></div>`
    const { hasReviews, isWithheld, issues } = extractPage(page.replace('</body>', `${excerpt}</body>`), {
      reviews: true,
    })
    assert.deepEqual([hasReviews, isWithheld, issues], [true, false, []], block)
  }
})

/** Names and ids of profiles in the golden pages of reviews. */
const PEOPLE =
  /Halloway|Okafor|Elin Berg|Mistry|Ada Kerr|Voss|Noor de Wit|Georgia Mexico|Paul India|Wilk|A[02]SHLF|AHSHLF|سلمى|もりの/

test('without authors, neither the record nor what explains it has a name or a profile', () => {
  let looked = 0
  for (const { facts, readPage, name } of readCases(join(root, GOLDEN_DIRECTORY))) {
    if (!name.startsWith('reviews/')) continue
    const options = { domain: facts.domain, explain: true }
    const { html: _, ...withNames } = { html: null, ...extractRecord('reviews', readPage(), options) }
    if (PEOPLE.test(JSON.stringify(withNames))) looked += 1
    const found = extractRecord('reviews', readPage(), { ...options, authors: false })
    assert.doesNotMatch(JSON.stringify(found), PEOPLE, name)
    for (const review of found.record?.reviews ?? []) assert.deepEqual([review.author, review.author_id], [null, null])
    const timestamps = found.record?.reviews.map(({ timestamp }) => timestamp) ?? []
    if (name.includes('author-named')) assert.deepEqual(timestamps, ['on March 30, 2011', 'Published 2 months ago'])
  }
  assert.ok(looked > 6, `${looked} pages with names`)
})

test('each review has a winner and attempts of its own', () => {
  const found = extractRecord('reviews', golden('reviews/com/list-of-2024'), { explain: true })
  const winners: Readonly<Record<string, string | undefined>> = found.winners
  assert.equal(winners['reviews[0].title'], '[data-hook="review-title"]')
  assert.equal(winners['reviews[2].is_foreign'], '[id^="customer_review_foreign-"]')
  assert.equal(winners['reviews[1].date'], 'field: timestamp')
  assert.equal(found.rowElements?.length, 3)
  assert.ok(found.attempts?.some(({ field, outcome }) => field === 'reviews[1].author' && outcome === 'won'))
})

test('a page of another product is a mismatch; one that lacks a product or a list has no record', () => {
  const list = golden('reviews/com/list-of-2024')
  assert.equal(extractRecord('reviews', list, { asin: 'B0SHLFR001' }).isMismatch, false)
  assert.equal(extractRecord('reviews', list, { asin: 'B0SHLFR999' }).isMismatch, true)
  const withoutList = list.replaceAll('cm_cr-review_list', 'other')
  const page = extractRecord('reviews', withoutList)
  assert.equal(page.kind, 'reviews')
  assert.deepEqual([page.record, page.issues.map(({ field }) => field)], [null, ['reviews']])
  const withoutProduct = list.replaceAll('B0SHLFR001', 'none').replaceAll('rel="canonical"', 'rel="other"')
  assert.deepEqual(
    extractRecord('reviews', withoutProduct, { domain: 'com' }).issues.map(({ field }) => field),
    ['asin'],
  )
})

/** A page with each kind of damage, at each of some positions. */
function* damaged(page: string): Generator<string> {
  const step = Math.ceil(page.length / 60)
  for (let at = step; at < page.length; at += step) {
    yield page.slice(0, at)
    yield page.slice(0, at) + page.slice(at + step)
    yield `${page.slice(0, at)}<b "' <!--${page.slice(at)}`
    yield `${page.slice(0, at)}${'<div data-hook="review" id="R1SHELFMARK001">'.repeat(3)}${page.slice(at)}`
  }
}

test('damaged pages never throw, and give valid reviews or no record', () => {
  let records = 0
  for (const name of ['com/list-of-2024', 'co.uk/list-of-2014', 'de/translated', 'com.br/mobile-of-2026']) {
    for (const page of damaged(golden(`reviews/${name}`))) {
      const { record } = extractRecord('reviews', page, { domain: 'com' })
      if (record === null) continue
      records += 1
      assert.deepEqual(
        record.reviews.map(({ position }) => position),
        record.reviews.map((_, index) => index + 1),
      )
      assert.equal(new Set(record.reviews.map(({ id }) => id)).size, record.reviews.length)
    }
  }
  assert.ok(records > 200, `${records} records`)
})

/** CPU time of a task in this process; work of other processes does not count. Unit: ms. */
function costOf(task: () => void): number {
  const start = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test('the cost of reviews grows with the size of the page, also of a hostile one', () => {
  const head =
    '<div id=cm_cr-product_info><a data-hook=product-link href=/dp/B0SHLFR001>Jug</a></div><div id=cm_cr-review_list>'
  const id = (index: number): string => `R${String(index).padStart(12, '0')}`
  const fillings: Readonly<Record<string, (times: number) => string>> = {
    reviews: (times) =>
      Array.from({ length: times }, (_, index) => `<div data-hook=review id=${id(index)}><b>x</b></div>`).join(''),
    'reviews in reviews': (times) =>
      Array.from(
        { length: times },
        (_, index) => `<div class=${index % 2 ? 'review' : 'x'} data-hook=review id=${id(index)}>`,
      )
        .slice(0, 200)
        .join('') + '<p>x</p>'.repeat(times),
    dimensions: (times) =>
      `<div data-hook=review id=${id(1)}><span data-hook=format-strip>${Array.from({ length: times }, (_, index) => `a${index}: b<i class=a-icon-text-separator></i>`).join('')}</span></div>`,
    pictures: (times) =>
      `<div data-hook=review id=${id(1)}>${Array.from({ length: times }, (_, index) => `<img data-hook=review-image-tile src=https://m.example/I/${index}._SY88.jpg>`).join('')}</div>`,
    'long dates': (times) =>
      `<div data-hook=review id=${id(1)}><span data-hook=review-date>${'May 2025 in '.repeat(times)}</span></div>`,
    topics: (times) =>
      `<div data-hook=cr-insights-widget-aspects>${Array.from({ length: times }, (_, index) => `<a id=aspect-button-${index}>t${index}</a><div data-aspect=t${index}></div>`).join('')}</div>`,
  }
  for (const [name, fill] of Object.entries(fillings)) {
    const costs = [4000, 16_000].map((times) => {
      const page = head + fill(times)
      // The first time, both are compiled too.
      const reference = Math.min(...[1, 2, 3].map(() => costOf(() => void parse(page))))
      const own = Math.min(...[1, 2].map(() => costOf(() => void extractRecord('reviews', page, { domain: 'com' }))))
      return own / (reference + 20)
    })
    // Quadratic cost is four times as much a byte on a page that is four times as large.
    assert.ok((costs[1] ?? 0) < 3 * (costs[0] ?? 0) + 3, `${name}: ${costs.map((cost) => cost.toFixed(2)).join(', ')}`)
  }
})
