import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLiteral } from '../../core/text/js-literal.ts'
import { toPlain } from '../support/plain-literal.ts'
import { table } from '../support/text-table.ts'

table('literals of scripts', (script: string) => toPlain(readLiteral(script, 0).value), [
  ['{"a": [1, -2.5, 1e3, true, false, null]}', { a: [1, -2.5, 1000, true, false, null] }],
  ['{ \'initial\': [{hiRes: null, large: "x"}, ] }', { initial: [{ hiRes: null, large: 'x' }] }],
  ['{a: undefined, /* b */ c: d, // e\n}', { a: null, c: null }],
  [String.raw`"a\"b\\\u00e9\x41\n"`, 'a"b\\éA\n'],
  ['[1, // a\n /* b */ 2 /**/ /* c\n */]', [1, 2]],
  ['[1 // a', undefined],
  ['[1 /* a ]', undefined],
  ['[1 / 2]', undefined],
  ['{"a": ', undefined],
  ['{"a" 1}', undefined],
  ['"abc', undefined],
  ['[1, 2', undefined],
  [')', undefined],
  ['', undefined],
])

test('the keys of a literal keep their order, and cannot change a prototype', () => {
  const { value } = readLiteral('{"b": 1, "1234567122": 2, "__proto__": {"polluted": true}, "12": 3}', 0)
  assert.ok(value instanceof Map)
  assert.deepEqual([...value.keys()], ['b', '1234567122', '__proto__', '12'])
  assert.equal('polluted' in {}, false)
})

test('a literal that is nested too deeply is refused', () => {
  assert.equal(readLiteral('['.repeat(100_000), 0).value, undefined)
})
