import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { extractPage } from '../../adapters/pages/index.ts'
import {
  addToRecord,
  parseExtraction,
  printProvenance,
  serializeExtraction,
} from '../../adapters/pages/pool/serialize-extraction.ts'
import { combineProvenance, combineWinners, placeAfter } from '../../adapters/fetch/page-retrieval.ts'
import { provenanceSchema } from '../../core/contract/index.ts'
import type { Provenance } from '../../core/index.ts'
import { root } from '../support/root.ts'

const cases = readCases(join(root, GOLDEN_DIRECTORY))

test('an extraction that was serialized is the same again, and its provenance is that of the interface', () => {
  assert.ok(cases.length > 100, `${cases.length} cases`)
  for (const explain of [false, true]) {
    for (const { name, readPage } of cases) {
      const page = extractPage(readPage(), { domain: 'de', explain })
      const serialized = serializeExtraction(page)
      assert.deepEqual(parseExtraction(serialized), page, name)
      const { winners, issues, attempts, absences } = page
      const provenance = JSON.parse(printProvenance(serialized)) as Provenance
      assert.deepEqual(provenance, { winners, issues, attempts, absences }, name)
      v.parse(v.strictObject(provenanceSchema.entries), provenance)
    }
  }
})

test('a record without provenance is the same text; with it, provenance is its last member', () => {
  const record = '{"asin":"B0SHLFS001","title":"a \\"}"}'
  assert.equal(addToRecord(record, { screenshot: null, provenanceJson: null }), record)
  const explained = JSON.parse(addToRecord(record, { screenshot: null, provenanceJson: '{"winners":{}}' })) as object
  assert.deepEqual(explained, { ...(JSON.parse(record) as object), provenance: { winners: {} } })
})

const issue = (field: string) => ({ field, source: '', text: '"field":"products[0]"', problem: 'missing' }) as const
const attempt = (field: string) =>
  ({ field, part: null, source: 'products[0]', found: 0, text: null, outcome: 'absent', reason: null }) as const

test('cards of later pages are numbered after those of earlier ones, in winners, issues and attempts', () => {
  const toPage = (earlierRows: number) => {
    const winners = { 'products[0].price': 'a', 'products[11].price': 'b' }
    const provenance = {
      winners,
      issues: [issue('products[11].price'), issue('products')],
      attempts: [attempt('products[0].price')],
    }
    return { place: placeAfter(earlierRows), retrieval: { winners, provenanceJson: JSON.stringify(provenance) } }
  }
  const both = [toPage(0), toPage(12)]
  const winners = {
    'products[0].price': 'a',
    'products[11].price': 'b',
    'products[12].price': 'a',
    'products[23].price': 'b',
  }
  assert.deepEqual(combineWinners(both), winners)
  assert.deepEqual(JSON.parse(combineProvenance(both) ?? ''), {
    winners,
    issues: ['products[11].price', 'products', 'products[23].price', 'products'].map(issue),
    attempts: ['products[0].price', 'products[12].price'].map(attempt),
    absences: [],
  })
  assert.equal(combineProvenance([{ place: placeAfter(0), retrieval: { winners: {}, provenanceJson: null } }]), null)
})

type IsSame<Left, Right> = [Left, Right] extends [Right, Left] ? true : false
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T

test('the schema of the interface is the type of the library', () => {
  type Printed = Plain<Omit<Provenance, 'winners'>>
  const same: IsSame<Printed, Plain<Omit<v.InferOutput<typeof provenanceSchema>, 'winners'>>> = true
  assert.ok(same)
})
