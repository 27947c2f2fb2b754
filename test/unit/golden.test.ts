import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as v from 'valibot'
import { acceptCase, captureCase } from '../../adapters/pages/golden/capture-case.ts'
import { compareRecords, describeDifference, flatten } from '../../adapters/pages/golden/compare.ts'
import { measureCoverage, unguardedFields } from '../../adapters/pages/golden/coverage.ts'
import { requireRecordOf, toExpectation } from '../../adapters/pages/golden/expectation.ts'
import { GOLDEN_DIRECTORY, readCases, type GoldenCase } from '../../adapters/pages/golden/golden-case.ts'
import { GOLDEN_COMMAND } from '../../adapters/pages/golden/golden-directory.ts'
import { describeResult, runCase } from '../../adapters/pages/golden/run-case.ts'
import { simulatedCases } from '../../adapters/pages/golden/simulated-cases.ts'
import { rowsOf, type PageKind, type Winners } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { sampleOf } from '../support/property-runs.ts'
import { root } from '../support/root.ts'

const goldenDirectory = join(root, GOLDEN_DIRECTORY)
const cases = readCases(goldenDirectory)
const domains = [...marketplaces.keys()]
const simulated = [...simulatedCases()]

test('there are golden cases', () => {
  assert.ok(cases.length >= 180, `${cases.length} cases`)
})

/** Fails when a record is not valid, or its fields are not in wire order. */
function checkShape({ kind, record: named }: GoldenCase['facts'], record: object): void {
  const definition = requireRecordOf(kind, named)
  const { schema, rows } = definition
  v.parse(schema, record)
  // Fields that can be missing are at the end, and the schema has checked the others.
  const fields = Object.keys(schema.entries ?? {}).filter((field) => Object.hasOwn(record, field))
  assert.deepEqual(Object.keys(record), fields)
  for (const row of rowsOf(definition, record) ?? []) {
    assert.deepEqual(Object.keys(row), Object.keys(rows?.schema.entries ?? {}))
  }
}

/** Fields that are the same on all pages, and those that follow from other fields or from the order of the cards. */
const UNEXPLAINED: ReadonlySet<string> = new Set([
  'page',
  'url',
  'highest_price',
  'organic_position',
  'sponsored_position',
  'is_video',
  'no_results',
  'total_results',
  'scope',
  'position',
])

const SIMULATED_ADVICE =
  '  the simulated marketplace printed this page from the expected values: correct the extraction or the printing'

/** The fault in the extraction of a case, with advice. Absent: null, the extraction has no fault. */
function findFault(golden: GoldenCase, advice?: string): string | null {
  const result = runCase(golden)
  if (result.differences?.length !== 0) return describeResult(golden, result, advice)
  const { record } = result.extraction
  const winners: Winners = result.extraction.winners
  if (record === null || golden.expectation === null) return null
  checkShape(golden.facts, record)
  const unexplained = Object.keys(flatten(requireRecordOf(golden.facts.kind, golden.facts.record), golden.expectation))
    .filter((path) => winners[path] === undefined)
    .filter((path) => !UNEXPLAINED.has(path.replace(/^.*\./, '')))
  return unexplained.length === 0 ? null : `${golden.name}: no winner is named for ${unexplained.join(', ')}`
}

for (const golden of cases) {
  test(`golden case ${golden.name}`, () => {
    const fault = findFault(golden)
    assert.ok(fault === null, `\n${fault}`)
  })
}

/** Folders of cases that are simulated with their values. Another record can have cases that are written by hand only. */
const simulatedFolders = new Set([
  'product',
  'search',
  'offers',
  'reviews',
  'best_sellers',
  'state',
  ...simulated.map(({ name }) => name.split('/', 1)[0] ?? ''),
])

for (const domain of domains) {
  for (const folder of simulatedFolders) {
    test(`simulated ${folder} pages of ${domain} are extracted as they were printed`, () => {
      const printed = simulated.filter(({ name }) => name.startsWith(`${folder}/${domain}/`))
      assert.ok(printed.length >= 8, `${printed.length} pages`)
      const faults = sampleOf(printed)
        .map((golden) => findFault(golden, SIMULATED_ADVICE))
        .filter((fault) => fault !== null)
      assert.ok(faults.length === 0, `\n${faults.join('\n')}`)
    })
  }
}

test('an expectation names only fields that are not empty, in wire order', () => {
  for (const { name, facts, expectation } of cases) {
    if (expectation === null) continue
    const accepted = JSON.stringify(toExpectation(facts.kind, expectation, facts.record))
    assert.equal(JSON.stringify(expectation), accepted, `rewrite it: ${GOLDEN_COMMAND} accept ${name}`)
  }
})

test('the empty value of a field follows from its schema', () => {
  const empty = {
    page: 1,
    parent_asin: null,
    bullet_points: '',
    is_prime: false,
    reviews_count: 0,
    images: [],
    product_details: {},
    price_per_unit: null,
  }
  assert.deepEqual(toExpectation('product', empty), {})
  const informative = {
    page: 2,
    page_type: 'product',
    product_name: '',
    featured_merchant: { name: 'Lantern Slip', seller_id: null, is_marketplace_fulfilled: false },
    reviews: [{ id: 'R1', author: null, rating: 5, is_verified: false, helpful_count: 0 }, {}],
    product_details: { Colour: '' },
    in_stock: false,
    price_shipping: 0,
  }
  assert.deepEqual(toExpectation('product', informative), {
    ...informative,
    featured_merchant: { name: 'Lantern Slip' },
    reviews: [{ id: 'R1', rating: 5 }, {}],
  })
  const response = { page: 1, products: [{ asin: 'B0SHLF0001', price: 0, reviews_count: null }], html: null }
  const cards = [{ asin: 'B0SHLF0001', price: 0 }]
  assert.deepEqual(toExpectation('search', response), { page: 1, products: cards })
  const nothing = { page: 1, products: [], html: null, no_results: true, total_results: 0 }
  assert.deepEqual(toExpectation('no_results', nothing), { page: 1, no_results: true, total_results: 0 })
})

test('an expectation of a page kind without a record is an error', () => {
  for (const kind of ['captcha', 'serach']) {
    const refusal = new RegExp(`kind "${kind}" have no record`)
    assert.throws(() => toExpectation(kind, { page: 1, html: null }), refusal)
    const golden = cases.find(({ expectation }) => expectation !== null)
    assert.ok(golden !== undefined)
    const wrong = { ...golden, facts: { ...golden.facts, kind: kind as PageKind } }
    assert.throws(() => measureCoverage([wrong]), refusal)
    assert.equal(runCase(wrong).differences?.[0]?.field, 'kind')
    assert.doesNotThrow(() => measureCoverage([{ ...wrong, expectation: null }]))
  }
})

test('a value that is missing, wrong, empty or too many is a difference', () => {
  const expected = { title: 'Bell', coupon: 'Save 5%', reviews: [{ id: 'R1', rating: 4 }], details: { 'a b': '1' } }
  const actual = { title: 'Bell', price: 3, reviews: [{ id: 'R1', rating: 5 }, { id: 'R2' }], details: { 'a b': '2' } }
  const winners = { price: '#price', 'reviews[0].rating': '.stars', reviews: '#reviews' }
  assert.deepEqual(
    compareRecords(expected, actual, winners).map(({ field, expected, actual, winner }) => [
      field,
      expected,
      actual,
      winner,
    ]),
    [
      ['coupon', 'Save 5%', undefined, undefined],
      ['reviews[0].rating', 4, 5, '.stars'],
      ['reviews[1]', undefined, { id: 'R2' }, '#reviews'],
      ['details["a b"]', '1', '2', undefined],
      ['price', undefined, 3, '#price'],
    ],
  )
  assert.equal(compareRecords({ coupon: null }, {}, {}).length, 1)
  assert.equal(compareRecords({ images: [] }, { images: {} }, {}).length, 1)
  assert.deepEqual(compareRecords(expected, { ...expected }, {}), [])
  assert.equal(
    compareRecords({}, { price: 3 }, winners).map(describeDifference).join(),
    '  price  (read from #price)\n    expected nothing (the field is not named)\n    actual   3',
  )
})

test('a field that a record has and a case does not name makes the case fail', () => {
  const golden = cases.find(({ expectation }) => expectation?.price !== undefined)
  assert.ok(golden !== undefined)
  const { price, ...rest } = golden.expectation ?? {}
  const lacking = { ...golden, expectation: rest }
  const result = runCase(lacking)
  assert.deepEqual(
    result.differences?.map(({ field, expected, actual }) => [field, expected, actual]),
    [['price', undefined, price]],
  )
  const text = describeResult(lacking, result)
  assert.match(text, /price {2}\(read from [^\n]+\)\n {4}expected nothing \(the field is not named\)\n {4}actual {3}\d/)
  assert.match(text, new RegExp(`to accept: ${GOLDEN_COMMAND} accept ${golden.name}$`))
})

const scratch = mkdtempSync(join(tmpdir(), 'golden-'))
after(() => rmSync(scratch, { recursive: true }))

const page = join(goldenDirectory, 'product/com/struck-price-first/page.html')

/** A new golden folder with one captured case: the folder, and a function that reads the case. */
function captureInScratch(): readonly [root: string, readOnly: () => GoldenCase] {
  const root = mkdtempSync(join(scratch, 'case-'))
  captureCase(page, root, { name: 'mine', why: 'A try', asin: 'B0SHLF0001' })
  const readOnly = (): GoldenCase => {
    const [golden] = readCases(root)
    assert.ok(golden !== undefined)
    return golden
  }
  return [root, readOnly]
}

test('capture does not accept, and accept says what was expected and what is expected now', () => {
  const [root, readOnly] = captureInScratch()
  const captured = readOnly()
  const { name, facts, expectation } = captured
  assert.deepEqual([name, facts.domain, facts.asin, facts.why], ['product/com/mine', 'com', 'B0SHLF0001', 'A try'])
  assert.equal(expectation, null)
  assert.equal(runCase(captured).differences, null)
  assert.match(describeResult(captured, runCase(captured)), /^product\/com\/mine: not accepted yet\n {2}to accept: /)

  const first = acceptCase(root, captured)
  assert.match(first, /^product\/com\/mine: accepted for the first time\n/)
  assert.match(first, /\n {2}price: nothing -> 14\.99\n/)
  assert.doesNotMatch(first, /coupon/)
  assert.equal(acceptCase(root, readOnly()), 'product/com/mine: nothing to accept')

  const file = join(root, name, 'expected.json')
  const accepted = readFileSync(file, 'utf8')
  assert.match(accepted, /^\{\n {2}"asin": "\w{10}",\n {2}"asin_in_url": "B0SHLF0001",\n/)
  assert.doesNotMatch(accepted, /null|false|\[\]|""/)
  writeFileSync(file, accepted.replace('"price": 14.99,', '"price": 3,\n  "coupon": "x",'))
  assert.equal(
    acceptCase(root, readOnly()),
    'product/com/mine: accepted\n  price: 3 -> 14.99\n  coupon: "x" -> nothing',
  )
  assert.equal(readFileSync(file, 'utf8'), accepted)
})

test('a case is in the folder of its kind; a further kind of a record, and a kind without one, is a state', () => {
  const capture = (page: string): GoldenCase | undefined => {
    const root = mkdtempSync(join(scratch, 'case-'))
    captureCase(join(goldenDirectory, page, 'page.html'), root, { name: 'mine', why: '', domain: 'de' })
    return readCases(root)[0]
  }
  const search = capture(cases.find(({ facts }) => facts.kind === 'search')?.name ?? '')
  assert.deepEqual([search?.name, search?.facts.url], ['search/de/mine', 'https://www.amazon.de/s'])
  const nothing = capture(cases.find(({ facts }) => facts.kind === 'no_results')?.name ?? '')
  assert.deepEqual([nothing?.name, nothing?.facts.kind], ['state/de/mine', 'no_results'])
  const folders = new Map(simulated.map(({ name, facts }) => [facts.kind, name.split('/', 1)[0]]))
  assert.deepEqual(
    (['product', 'search', 'no_results', 'captcha'] as const).map((kind) => folders.get(kind)),
    ['product', 'search', 'state', 'state'],
  )
})

test('accept refuses pages of another kind than case.json says', () => {
  const [root, readOnly] = captureInScratch()
  const golden = readOnly()
  const ofOtherKind: GoldenCase = { ...golden, facts: { ...golden.facts, kind: 'search' } }
  assert.throws(() => acceptCase(root, ofOtherKind), /kind "product": correct its case\.json/)
  assert.match(describeResult(ofOtherKind, runCase(ofOtherKind)), /kind {2}\(.*\)\n {4}expected "search"\n/)
})

test('every field has a value in some golden case, and every marketplace has cases', () => {
  const byHand = measureCoverage(cases)
  const byAll = measureCoverage([...cases, ...simulated])
  for (const [record, heading, enough] of [
    ['product', 'product', 5],
    ['search', 'card', 2],
  ] as const) {
    assert.deepEqual(unguardedFields(byHand[record]), [], `fields of a ${heading} need a case: golden/README.md`)
    const { name, domains, rows } = byAll[record]
    assert.equal(name, heading)
    const asins = rows.find(({ field }) => field === 'asin')?.counts ?? []
    const few = domains.filter((_, index) => (asins[index] ?? 0) < enough)
    assert.deepEqual(few, [], `fewer than ${enough} cases of a ${heading}`)
  }
})

test('golden pages are small', () => {
  for (const { name, readPage } of cases) {
    const { length } = readPage()
    assert.ok(length < 120_000, `${name} has ${length} bytes`)
  }
})
