import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findJsonExcess, MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../adapters/http/route/json-excess.ts'

const check = (text: string): string | null => findJsonExcess(Buffer.from(text))

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth)
const DEEP = /levels/
const MANY = /values/

for (const [name, text, problem] of [
  ['the deepest nesting', nested(MAX_JSON_DEPTH), null],
  ['a level more', nested(MAX_JSON_DEPTH + 1), DEEP],
  ['a level more, of objects', nested(MAX_JSON_DEPTH + 1, '{"a":', '}'), DEEP],
  ['brackets that are never closed', '['.repeat(1000), DEEP],
  ['many lists side by side', `[${'[[]],'.repeat(1000)}[]]`, null],
  ['the most values', `[${'1,'.repeat(MAX_JSON_VALUES - 2)}1]`, null],
  ['a value more', `[${'1,'.repeat(MAX_JSON_VALUES - 1)}1]`, MANY],
  ['empty lists', `[${'[],'.repeat(MAX_JSON_VALUES)}[]]`, MANY],
  ['commas alone', ','.repeat(MAX_JSON_VALUES), MANY],
  ['brackets in a string', JSON.stringify(['['.repeat(1000)]), null],
  ['commas in a string', JSON.stringify([','.repeat(MAX_JSON_VALUES)]), null],
  ['an escaped quote, and then brackets, in a string', JSON.stringify(['\\"'.repeat(9) + '['.repeat(1000)]), null],
  ['a string that ends with a backslash, and then brackets', `["\\\\",${nested(MAX_JSON_DEPTH)}]`, DEEP],
  ['a string that never ends', `"${'['.repeat(1000)}`, null],
  ['a backslash at the end', '"\\', null],
  ['nothing', '', null],
] as const) {
  test(`JSON: ${name}: ${problem === null ? 'may be parsed' : 'is refused'}`, () => {
    const found = check(text)
    if (problem === null) assert.equal(found, null)
    else assert.match(found ?? '', problem)
  })
}

test('JSON: texts within a deep value do not count', () => {
  const depths = fc.integer({ min: 1, max: 2 * MAX_JSON_DEPTH })
  fc.assert(
    fc.property(depths, fc.string(), fc.string(), (depth, key, text) => {
      let value: unknown = text
      for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [text, value] : { [key]: value }
      assert.equal(check(JSON.stringify(value)) === null, depth <= MAX_JSON_DEPTH)
    }),
  )
})
