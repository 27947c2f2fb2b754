import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contract } from '../../adapters/contract.ts'
import { findMisspelled } from '../../core/contract/index.ts'

const KNOWN = ['query', 'domain', 'language', 'add_html', 'explain', 'to', 'api_key']

/** The name that is suggested for another one, if no other is given. Absent: undefined. */
function suggested(name: string): string | undefined {
  const [detail, ...more] = findMisspelled({ [name]: 'x' }, KNOWN)
  assert.equal(more.length, 0)
  if (detail === undefined) return undefined
  assert.equal(detail.param, name)
  return /^is not known \(did you mean "(.+)"\?\)$/.exec(detail.message)?.[1]
}

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

test('a name is misspelled within two edits, as a table of edits counts them', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(letters, letters, (name, known) => {
      fc.pre(known.length > 2 && name !== known)
      assert.equal(findMisspelled({ [name]: 1 }, [known]).length === 1, countEdits(name, known) <= 2)
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
