import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  defaultFieldsOf,
  definitions,
  diffRecords,
  emptyCard,
  findIncomparable,
  parseFieldPath,
  records,
  type Card,
  type FieldChoice,
  type Product,
  type SeenRecord,
} from '../../core/index.ts'
import { PLAIN } from '../support/watched.ts'

const BASE: Product = { ...PLAIN, stock: 'Only 3 left' }

const product = (fields: Partial<Product>, more: Partial<SeenRecord> = {}): SeenRecord => ({
  kind: 'product',
  domain: 'de',
  record: { ...BASE, ...fields },
  ...more,
})

const card = (asin: string, fields: Partial<Card> = {}): Card => ({
  ...emptyCard,
  asin,
  title: asin,
  url: `https://www.amazon.de/dp/${asin}`,
  currency: 'EUR',
  ...fields,
})

const search = (...products: Card[]): SeenRecord => ({
  kind: 'search',
  domain: 'de',
  record: { page: 1, products, html: null },
})

type Case = readonly [
  name: string,
  before: SeenRecord,
  after: SeenRecord,
  choice: FieldChoice,
  changes: readonly string[],
]

const ladder = [{ name: 'Office', url: null }]

const CASES: readonly Case[] = [
  ['equal records', product({}), product({}), {}, []],
  ['a price', product({}), product({ price: 15 }), {}, ['price 20 15 -5 -25']],
  ['binary fractions are not shown', product({ price: 0.1 }), product({ price: 0.3 }), {}, ['price 0.1 0.3 0.2 200']],
  [
    'percent of 0',
    product({ price_shipping: 0 }),
    product({ price_shipping: 4.5 }),
    {},
    ['price_shipping 0 4.5 4.5 null'],
  ],
  ['a value that goes', product({}), product({ price: null }), {}, ['price 20 null null null']],
  ['counting is not a change', product({}), product({ stock: 'Only 2 left' }), {}, []],
  [
    'counting, when asked for',
    product({}),
    product({ stock: 'Only 2 left' }),
    { fields: ['stock'] },
    ['stock Only 3 left Only 2 left null null'],
  ],
  ['another message', product({}), product({ stock: 'In stock' }), {}, ['stock Only 3 left In stock null null']],
  [
    'dates of delivery move by themselves',
    product({}),
    product({ delivery: [{ date: { by: 'Monday' }, type: 'FREE' }] }),
    {},
    [],
  ],
  [
    'dates of delivery, when asked for',
    product({ delivery: [{ date: { by: 'Monday' }, type: 'FREE' }] }),
    product({ delivery: [{ date: { by: 'Tuesday' }, type: 'FREE' }] }),
    { fields: ['delivery'] },
    ['delivery[0].date.by Monday Tuesday null null'],
  ],
  [
    'a path into a list',
    product({
      sales_rank: [
        { ladder, rank: 10 },
        { ladder, rank: 5 },
      ],
    }),
    product({
      sales_rank: [
        { ladder, rank: 12 },
        { ladder, rank: 4 },
      ],
    }),
    { fields: ['sales_rank[0].rank'] },
    ['sales_rank[0].rank 10 12 2 20'],
  ],
  [
    'a path into null',
    product({}),
    product({ featured_merchant: { name: 'A', seller_id: 'A1', is_marketplace_fulfilled: true } }),
    { fields: ['featured_merchant.seller_id'] },
    ['featured_merchant.seller_id null A1 null null'],
  ],
  [
    'a list of texts is one value',
    product({ images: ['https://x.example/1'] }),
    product({ images: [] }),
    {},
    ['images https://x.example/1  null null'],
  ],
  [
    'rows of a map, by their label',
    product({ product_details: { Weight: '2 g', 'A [b]': 'x' } }),
    product({ product_details: { 'A [b]': 'y', Weight: '2 g' } }),
    {},
    ['product_details[A %5Bb%5D] x y null null'],
  ],
  [
    'ignored fields',
    product({}),
    product({ price: 1, title: 'B' }),
    { ignore: ['price'] },
    ['title Paper B null null'],
  ],
  [
    'entries by ASIN, whatever their order',
    search(card('B0SHLF0001', { price: 1 }), card('B0SHLF0002', { price: 2 })),
    search(card('B0SHLF0002', { price: 2 }), card('B0SHLF0001', { price: 3 })),
    {},
    ['products[B0SHLF0001].price 1 3 2 200'],
  ],
  [
    'the field of every row, by its name alone',
    search(card('B0SHLF0001', { organic_position: 1 })),
    search(card('B0SHLF0002', { organic_position: 1 })),
    { fields: ['organic_position'] },
    [
      'products[B0SHLF0001].organic_position 1 null null null',
      'products[B0SHLF0002].organic_position null 1 null null',
    ],
  ],
  [
    'an ad of a product does not hide its result',
    search(
      card('B0SHLF0001', { is_sponsored: true, sponsored_position: 1 }),
      card('B0SHLF0001', { organic_position: 1 }),
    ),
    search(card('B0SHLF0001', { organic_position: 2 })),
    { fields: ['products[].organic_position'] },
    ['products[B0SHLF0001].organic_position 1 2 1 100'],
  ],
  [
    'what could not be read is not null',
    product({}),
    product({ price: null }, { issues: [{ field: 'price', problem: 'unreadable' }] }),
    {},
    [],
  ],
  [
    'what could not be read in a row',
    search(card('B0SHLF0001', { price: 1 }), card('B0SHLF0002', { price: 2 })),
    {
      ...search(card('B0SHLF0001'), card('B0SHLF0002')),
      issues: [{ field: 'products[1].price', problem: 'unreadable' }],
    },
    { fields: ['price'] },
    ['products[B0SHLF0001].price 1 null null null'],
  ],
  ['a page without a record says nothing', product({}), { ...product({}), record: null }, {}, []],
  [
    'a cut page says nothing',
    product({ price: 20, stock: 'Only 3 left' }),
    product({ price: 15, stock: null }, { issues: [{ field: 'html', problem: 'the page is cut' }] }),
    { fields: ['price', 'stock'] },
    [],
  ],
  [
    'what was left out says nothing of the rows that were not',
    search(card('B0SHLF0001', { price: 1 }), card('B0SHLF0002', { price: 2 })),
    {
      ...search(card('B0SHLF0001', { price: 3 }), card('B0SHLF0002', { price: 2 })),
      issues: [
        { field: 'products', problem: 'left out' },
        { field: 'products', problem: 'results of another search' },
      ],
    },
    { fields: ['price'] },
    ['products[B0SHLF0001].price 1 3 2 200'],
  ],
  [
    'a field that was not asked for says nothing',
    product({}),
    { ...product({}), record: { title: 'Paper', currency: 'EUR' } },
    {},
    [],
  ],
  [
    'no difference of amounts in two currencies',
    product({}),
    product({ currency: 'USD', price: 22 }),
    { fields: ['price'] },
    ['price 20 22 null null'],
  ],
]

test('differences between two records', async (t) => {
  for (const [name, before, after, choice, expected] of CASES) {
    await t.test(name, () => {
      const changes = diffRecords(before, after, choice)
      const lines = changes.map(({ field, before, after, delta, percent }) =>
        [field, before, after, delta, percent].map(String).join(' '),
      )
      assert.deepEqual(lines, expected)
    })
  }
})

test('a change that comes with another selector has drift; one without a known selector, or in a new entry, has none', () => {
  const change = (before: string | undefined, after: string | undefined, price: number | null) => {
    const winners = (winner: string | undefined) => ({ winners: winner === undefined ? {} : { price: winner } })
    const [found] = diffRecords(product({}, winners(before)), product({ price }, winners(after)), { fields: ['price'] })
    return [found?.winnerBefore, found?.winnerAfter, found?.drift]
  }
  assert.deepEqual(change('#a', '#a', 1), ['#a', '#a', false])
  assert.deepEqual(change('#a', '#b', 1), ['#a', '#b', true])
  assert.deepEqual(change('#a', undefined, null), ['#a', null, true])
  assert.deepEqual(change(undefined, '#b', 1), [null, '#b', false])
  const first = {
    ...search(card('B0SHLF0001', { price: 1 }), card('B0SHLF0002')),
    winners: { 'products[0].price': '.a' },
  }
  const [gone] = diffRecords(first, search(card('B0SHLF0002')), { fields: ['price'] })
  assert.deepEqual([gone?.field, gone?.winnerBefore, gone?.drift], ['products[B0SHLF0001].price', '.a', false])
  const [lost] = diffRecords(first, { ...search(), winners: {} }, { fields: ['products[B0SHLF0001].price'] })
  assert.equal(lost?.drift, true, 'a list without any entry may have lost its selector')
})

test('a record whose winners are not known has no drift', () => {
  const known = product({}, { winners: { price: '#a' } })
  for (const [before, after] of [
    [known, product({ price: 1 })],
    [known, product({ price: null })],
    [product({ price: 1 }), known],
  ] as const) {
    assert.deepEqual(
      diffRecords(before, after, { fields: ['price'] }).map(({ drift }) => drift),
      [false],
    )
  }
})

test('records are comparable when kind, domain, language, currency and place agree', () => {
  const one = product({})
  assert.equal(findIncomparable(one, product({ price: 3 })), null)
  assert.equal(findIncomparable(one, product({}, { domain: 'fr' })), 'domain')
  assert.equal(findIncomparable(one, product({}, { language: 'en_GB' })), 'language')
  assert.equal(findIncomparable(one, product({ currency: 'USD' })), 'currency')
  assert.equal(findIncomparable(one, product({ delivery_location: 'Berlin' })), 'place')
  assert.equal(findIncomparable(one, product({ delivery_location: 'Berlin' }, { place: null })), null)
  assert.equal(findIncomparable(search(), { ...search(), kind: 'no_results' }), 'kind')
  assert.throws(() => diffRecords(one, search()), /A product can't be compared with a search\./)
  assert.throws(() => diffRecords({ ...one, kind: 'captcha' }, one), /Pages of kind "captcha" have no record/)
})

test('paths are checked with the schema of the record', () => {
  const wrong = (text: string) => parseFieldPath(definitions.product, text)
  assert.equal(wrong('prise'), 'has no field "prise" in "prise" of a product (did you mean "price"?)')
  assert.equal(wrong('featured_merchant.seller'), 'has no field "seller" in "featured_merchant.seller" of a product')
  assert.equal(wrong('price[0]'), 'has no field "[0]" in "price[0]" of a product')
  for (const text of ['', 'price.', '[0]', 'a..b', 'price[', '__proto__', 'constructor'])
    assert.equal(typeof wrong(text), 'string', text)
  assert.throws(() => diffRecords(product({}), product({}), { ignore: ['prise'] }), /The path "prise" has no field/)
  const row = parseFieldPath(definitions.search, 'price')
  assert.equal(typeof row === 'object' && row.text, 'products[].price')
})

test('the default fields of every record are paths of it', () => {
  for (const definition of records) {
    const { moving = [], counting = [] } = definition.watch ?? {}
    const fields = defaultFieldsOf(definition)
    assert.ok(fields.length > 0, definition.name)
    for (const path of [...fields, ...moving, ...counting])
      assert.equal(typeof parseFieldPath(definition, path), 'object', path)
  }
})
