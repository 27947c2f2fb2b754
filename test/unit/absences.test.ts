import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { requireRecordOf } from '../../adapters/pages/golden/expectation.ts'
import { extractNamed } from '../../adapters/pages/extract-page.ts'
import { ABSENCE_REASONS, parseRowPath, rowsOf, type Absence } from '../../core/index.ts'
import { emptyValueOf, type RecordSchema } from '../../core/record/empty-value.ts'
import { root } from '../support/root.ts'

const directory = join(root, GOLDEN_DIRECTORY)
const cases = readCases(directory)

/** The absences of a golden page, with other texts. */
function explain(name: string, texts: readonly (readonly [text: string, other: string])[] = []): readonly Absence[] {
  const { facts } = cases.find((golden) => golden.name === name) ?? assert.fail(name)
  let page = readFileSync(join(directory, name, 'page.html'), 'utf8')
  for (const [text, other] of texts) {
    assert.ok(page.includes(text), `${name} has no ${text}`)
    page = page.replaceAll(text, () => other)
  }
  const { domain, url, asin, record = null } = facts
  const { absences } = extractNamed(record, page, { domain, url, asin, explain: true })
  return absences ?? assert.fail(`${name} has no absences`)
}

const DISCOUNTED = 'product/com/discounted-price'

/** A page, a field of it without a value, and why: the reason, and words of the detail or of the text. */
const ABSENCES: readonly (readonly [
  reason: Absence['reason'],
  golden: string,
  field: string,
  said: RegExp,
  texts?: readonly (readonly [string, string])[],
])[] = [
  ['not_shown', DISCOUNTED, 'coupon', /^$/],
  ['not_shown', DISCOUNTED, 'coupon_discount', /^$/],
  [
    'hidden',
    DISCOUNTED,
    'deal_type',
    /^$/,
    [['<div id="dealBadge_feature_div"', '<div hidden id="dealBadge_feature_div"']],
  ],
  ['refused', 'product/com/subscription-chosen', 'price_strikethrough', /./],
  ['unreadable', DISCOUNTED, 'reviews_count', /4.75/, [['2,906', '4.75']]],
  ['only_other_sellers', 'product/com/no-featured-offer', 'price_buybox', /11 used/],
  ['only_other_sellers', 'product/fr/registry-button-of-other-sellers', 'in_stock', /./],
  ['only_other_sellers', 'search/com/no-featured-offer-on-card', 'products[0].price', /./],
  ['in_cart_only', 'product/com/price-in-cart', 'price', /add this item to your cart/],
  ['in_cart_only', 'offers/com/price-in-cart', 'offers[0].price', /See price in cart/],
  ['not_deliverable', 'product/com/not-delivered-here', 'price', /cannot be shipped/],
  ['refused', 'product/de/lowest-after-link', 'pricing_url', /each link has some of the offers/],
  ['withheld', 'reviews/com/withheld', 'reviews', /not shown to this session/],
  ['withheld', DISCOUNTED, 'reviews', /not shown to this session/],
  ['not_of_this_kind', 'product/com/kindle-book', 'max_quantity', /^/],
  ['not_of_this_kind', 'reviews/com/top-of-2026', 'sort_by', /top/],
  ['not_of_this_kind', 'search/com/unit-price-beside-price', 'products[0].sponsored_position', /false/],
  ['not_of_this_kind', 'best_sellers/com/price-ranges-and-offers', 'entries[0].previous_rank', /new_releases/],
  ['cut', DISCOUNTED, 'coupon', /page/, [['</body>\n</html>', '<div']]],
]

for (const [reason, golden, field, said, texts = []] of ABSENCES) {
  test(`an empty field has a reason: ${reason}, ${field} of ${golden}`, () => {
    const absences = explain(golden, texts)
    const absence = absences.find((one) => one.field === field)
    assert.ok(absence !== undefined, `${field} has a value`)
    assert.equal(absence.reason, reason, JSON.stringify(absence))
    assert.match(absence.detail ?? absence.text ?? '', said)
  })
}

test('each reason occurs', () => {
  assert.deepEqual(
    ABSENCE_REASONS.filter((reason) => !ABSENCES.some(([own]) => own === reason)),
    [],
  )
})

/** Whether a value is what its schema calls empty; a flag that is false is not. */
function isEmpty(value: unknown, schema: RecordSchema | undefined): boolean {
  if (schema === undefined || 'literal' in schema) return false
  const empty = emptyValueOf(schema)
  return empty !== undefined && empty !== false && JSON.stringify(value) === JSON.stringify(empty)
}

test('every empty field of a golden record and of its rows has one reason, and no other field has one', () => {
  let count = 0
  for (const { name, facts, readPage } of cases) {
    const { domain, url, status, asin, record: named = null } = facts
    const { record, absences, winners } = extractNamed(named, readPage(), { domain, url, status, asin, explain: true })
    if (record === null) {
      assert.ok(absences === null || absences.length === 0, name)
      continue
    }
    const definition = requireRecordOf(facts.kind, facts.record)
    const fields = Object.keys(record).filter((field) => field !== 'html')
    // "" of `query` is the root of all lists, which the page names.
    const own = fields.filter(
      (field) =>
        !(field === 'query' && field in winners) &&
        isEmpty((record as Values)[field], definition.schema.entries?.[field]),
    )
    const rows = (rowsOf(definition, record) ?? []) as readonly Values[]
    const found = absences ?? assert.fail(name)
    const ofRecord = found.filter(({ field }) => parseRowPath(field) === null).map(({ field }) => field)
    assert.deepEqual(ofRecord.toSorted(), own.toSorted(), name)
    for (const [index, row] of rows.entries()) {
      const empty = Object.keys(row).filter((field) => isEmpty(row[field], definition.rows?.schema.entries?.[field]))
      const ofRow = found.flatMap(({ field }) => {
        const position = parseRowPath(field)
        return position?.index === index ? position.field : []
      })
      assert.deepEqual(ofRow.toSorted(), empty.toSorted(), `${name} ${index}`)
      count += ofRow.length
    }
    count += ofRecord.length
  }
  assert.ok(count > 3000, `${count} absences`)
})

type Values = Readonly<Record<string, unknown>>

test('who wrote a review is not named where the request leaves it out', () => {
  for (const { name, facts, readPage } of cases.filter(({ name }) => name.startsWith('reviews/'))) {
    const { domain, url, asin } = facts
    const read = (authors: boolean) =>
      extractNamed('reviews', readPage(), { domain, url, asin, authors, explain: true })
    const named = read(true)
    const authors = ('record' in named && named.record !== null ? (named.record as Values)['reviews'] : []) as Values[]
    const { absences } = read(false)
    const texts = JSON.stringify(absences?.map(({ text }) => text))
    for (const { author } of authors) {
      if (typeof author === 'string' && author.length > 3) assert.ok(!texts.includes(author), `${name} ${author}`)
    }
    if (authors.length > 0)
      assert.equal(absences?.find(({ field }) => field === 'reviews[0].author')?.reason, 'withheld')
  }
})

test('without explain, nobody asks why', () => {
  const { readPage, facts } = cases.find(({ name }) => name === DISCOUNTED) ?? assert.fail()
  const { absences, attempts } = extractNamed(null, readPage(), { domain: facts.domain })
  assert.deepEqual([absences, attempts], [null, null])
})
