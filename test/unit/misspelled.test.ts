import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contract } from '../../adapters/contract.ts'
import type { RecordName } from '../../core/index.ts'
import { findMisspelled, findUnknown } from '../../core/contract/index.ts'

const KNOWN = ['query', 'domain', 'language', 'add_html', 'explain', 'to', 'api_key']

/** The name that is suggested for another one, if no other is given. Absent: undefined. */
function suggested(name: string): string | undefined {
  const [detail, ...more] = findMisspelled({ [name]: 'x' }, KNOWN)
  assert.equal(more.length, 0)
  if (detail === undefined) return undefined
  assert.equal(detail.param, name)
  return /^is not known \(did you mean "(.+)"\?\)$/.exec(detail.message)?.[1]
}

const wrongNames: readonly (readonly [target: string, name: string, message: string | undefined])[] = [
  ...['zipcode', 'zip_code', 'postal_code', 'postcode', 'geo_location'].map(
    (name) => ['product', name, 'is not known (did you mean "zip"?)'] as const,
  ),
  ['product', 'marketplace', 'is not known (did you mean "domain"?)'],
  ['search', 'tld', 'is not known (did you mean "domain"?)'],
  ['product', 'lang', 'is not known (did you mean "language"?)'],
  ['search', 'sort', 'is not known (did you mean "sort_by"?)'],
  ['offers', 'prime', 'is not known (did you mean "prime_only"?)'],
  ['offers', 'page', 'is not known (did you mean "start_page"?)'],
  ['best_sellers', 'start_page', 'is not known (did you mean "page"?)'],
  ['reviews', 'page', 'is not known here (only search and best_sellers can have it)'],
  ['reviews', 'sort', 'is not known here (only search can have it, as "sort_by")'],
  ['product', 'condition', 'is not known here (only offers can have it)'],
  ...['p', 'id', 'ip', 'utm_source', 'colour'].map((name) => ['product', name, undefined] as const),
  ['product', 'zp', 'is not known (did you mean "zip"?)'],
]

for (const [record, name, message] of wrongNames) {
  test(`${record} with ${name} is ${message === undefined ? 'not refused for it' : 'refused'}`, () => {
    const given = { query: record === 'best_sellers' ? 'electronics' : 'B0SHLFX301', [name]: '1' }
    const parsed = contract.parseParams(record as 'product', given)
    assert.deepEqual(parsed.ok ? [] : parsed.details, message === undefined ? [] : [{ param: name, message }])
    const body = { endpoint: `market.${record}`, items: [given] }
    const batch = contract.parseBatch(body)
    assert.deepEqual(
      batch.ok ? [] : batch.details,
      message === undefined ? [] : [{ param: `items[0].${name}`, message }],
    )
  })
}

test('of two values that are as close, the one from which a character was left out is suggested', () => {
  const parsed = contract.parseParams('search', { query: 'x', sort_by: 'price_dsc' })
  assert.match(parsed.ok ? '' : (parsed.details[0]?.message ?? ''), /did you mean "price_desc"\?/)
})

test('a batch names its webhook as other services do, and is told how it is called here', () => {
  for (const name of ['webhook', 'callback', 'callback_url']) {
    const items = [{ query: 'B0SHLFX301' }]
    const batch = contract.parseBatch({ endpoint: 'market.product', items, [name]: 'https://hook.example/' })
    const message = 'is not known (did you mean "webhook_url"?)'
    assert.deepEqual(batch.ok ? [] : batch.details, [{ param: name, message }])
  }
})

test('of many unknown names of a body, a few are named, and each in part', () => {
  const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`.padEnd(5000, 'x'), 1]))
  const details = findUnknown(body, ['query'])
  assert.equal(details.length, 20)
  for (const { param } of details) assert.equal(param.length, 100)
})

test('fields are read as texts with commas, repeated, and as a list', () => {
  const fieldsOf = (text: string) => {
    const parsed = contract.parseParams('product', new URLSearchParams(`query=B0SHLFX301&${text}`))
    return parsed.ok ? parsed.params.fields : parsed.details.map(({ message }) => message)
  }
  for (const text of ['fields=title,price', 'fields=title&fields=price', 'fields=price&fields=title%2C%20price']) {
    assert.deepEqual(fieldsOf(text), fieldsOf('fields=title,price'), text)
  }
  assert.deepEqual([...(fieldsOf('fields=price&fields=title') ?? [])].toSorted(), ['price', 'title'])
  assert.match(String(fieldsOf('fields=title&fields=prise')), /"prise" \(did you mean "price/)
})

const names: readonly (readonly [why: string, name: string, meant: string | undefined])[] = [
  ['two letters swapped', 'domian', 'domain'],
  ['two letters swapped, next to an edit', 'explian_', 'explain'],
  ['a letter missing', 'languge', 'language'],
  ['two letters missing', 'laguge', 'language'],
  ['a letter too many', 'queryy', 'query'],
  ['another letter', 'add-html', 'add_html'],
  ['upper case', 'Domain', 'domain'],
  ['swapped twice', 'odmian', 'domain'],
  ['three edits', 'omiann', undefined],
  ['three letters missing', 'lguge', undefined],
  ['another name', 'colour', undefined],
  ['a short name, one edit', 't', 'to'],
  ['a short name, all letters', '_', undefined],
  ['a known name', 'query', undefined],
  ['the name of a built-in member', '__proto__', undefined],
  ['no name', '', undefined],
]

for (const [why, name, meant] of names) {
  test(`a parameter with ${why} is ${meant === undefined ? 'ignored' : 'refused, with a suggestion'}`, () => {
    assert.equal(suggested(name), meant)
  })
}

test('a name is not misspelled when the similar one is given, and null is not given', () => {
  assert.deepEqual(findMisspelled(new URLSearchParams('domian=de&domain=fr'), KNOWN), [])
  assert.deepEqual(findMisspelled({ domian: null }, KNOWN), [])
  assert.equal(findMisspelled({ domian: 'de', domain: null }, KNOWN).length, 1)
})

test('a known name is suggested once, and the closest one', () => {
  const many = new URLSearchParams('domian=1&domein=2&domian=3&quer=4')
  assert.deepEqual(
    findMisspelled(many, KNOWN).map(({ param }) => param),
    ['domian', 'quer'],
  )
  assert.match(findMisspelled({ page: 1, pagess: 2 }, ['page', 'pages'])[0]?.message ?? '', /"pages"/)
})

/** Edits between two texts, by the table of Wagner and Fischer, with swaps of neighbors. */
function countEdits(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, i) => [i, ...Array<number>(right.length).fill(0)])
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity
  for (let j = 0; j <= right.length; j++) (table[0] ?? [])[j] = j
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const replaced = at(i - 1, j - 1) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const isSwap = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity
      ;(table[i] ?? [])[j] = Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1)
    }
  }
  return at(left.length, right.length)
}

test('a name is misspelled within two edits, a short one by one after the same letter, as a table of edits counts them', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(letters, letters, (name, known) => {
      fc.pre(known.length > 2 && name !== known)
      const edits = countEdits(name, known)
      const isMisspelled = known.length > 4 ? edits <= 2 : edits <= 1 && name[0] === known[0]
      assert.equal(findMisspelled({ [name]: 1 }, [known]).length === 1, isMisspelled)
    }),
    { numRuns: 2000 },
  )
})

test('a batch is refused for misspelled names, in its body and in its items', () => {
  const parsed = contract.parseBatch({
    endpoint: 'market.product',
    item: [],
    items: [
      { query: 'B0SHLFX301', domian: 'de', colour: 'red' },
      { query: 'B0SHLFX302', refrence: 'mine' },
    ],
    webhook_ulr: 'https://shop.example/hook',
    color: 'red',
  })
  assert.ok(!parsed.ok)
  assert.deepEqual(
    parsed.details.map(({ param, message }) => [param, /"(.+)"/.exec(message)?.[1]]),
    [
      ['webhook_ulr', 'webhook_url'],
      ['items[0].domian', 'domain'],
      ['items[1].refrence', 'reference'],
    ],
  )
})

const wrongValues: readonly (readonly [record: RecordName, param: string, value: string, meant: string | undefined])[] =
  [
    ['product', 'domain', 'dee', 'de'],
    ['product', 'domain', 'com.br.', 'com.br'],
    ['search', 'domain', 'co.u', 'co.uk'],
    ['reviews', 'domain', 'uk', 'co.uk'],
    ['offers', 'domain', 'amazon.com.mx', 'com.mx'],
    ['product', 'domain', 'DE', 'de'],
    ['product', 'domain', 'xx', undefined],
    ['product', 'domain', 'x'.repeat(100_000), undefined],
    ['search', 'sort_by', 'price_desk', 'price_desc'],
    ['search', 'sort_by', 'cheap', undefined],
    ['offers', 'condition', 'used_goods', 'used_good'],
    ['best_sellers', 'list', 'bestsellers', 'best_sellers'],
  ]

for (const [record, param, value, meant] of wrongValues) {
  test(`${param}=${value.slice(0, 20)} of ${record} is refused, ${meant === undefined ? 'without a suggestion' : `with "${meant}"`}`, () => {
    const parsed = contract.parseParams(record, { query: 'B0SHLFX301', [param]: value })
    assert.ok(!parsed.ok)
    const [detail, ...more] = parsed.details.filter((one) => one.param === param)
    assert.deepEqual([/ \(did you mean "(.+)"\?\)$/.exec(detail?.message ?? '')?.[1], more], [meant, []])
    assert.match(detail?.message ?? '', /^must be one of: \w+, /)
  })
}
