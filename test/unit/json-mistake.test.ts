import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { describeJsonMistake } from '../../adapters/describe-json-mistake.ts'
import { runsOf } from '../support/property-runs.ts'

const EARLY = 'it ends too early'
const at = (line: number, column: number) => `there is a mistake at line ${line}, column ${column}`

const MISTAKES: readonly (readonly [text: string, described: string])[] = [
  ['', EARLY],
  ['{"endpoint":', EARLY],
  ['[1, "a', EARLY],
  ['no JSON', at(1, 1)],
  ['{"items": [\n  {"query": "a"},\n]}', at(3, 1)],
  ['{"a": 1,}', at(1, 9)],
  ["\n{'a': 1}", at(2, 2)],
  ['{"a" 1}', at(1, 6)],
  ['[1 2]', at(1, 4)],
  ['[01]', at(1, 3)],
  ['["a\nb"]', at(1, 4)],
  ['["a\n"]', at(1, 4)],
  ['["\\x"]', at(1, 3)],
  ['{"a": 1}\r\n\r\n}', at(3, 1)],
  ['{"a": 1]', at(1, 8)],
]

test('the position of the first mistake is named, and nothing of the text', () => {
  for (const [text, described] of MISTAKES) {
    assert.throws(() => JSON.parse(text), text)
    assert.equal(describeJsonMistake(text), described, text)
  }
})

test('a long text is not searched', () => {
  assert.equal(describeJsonMistake(`["${'\\n'.repeat(50_000)}`), 'there is a mistake in it')
})

/** A character that JSON has nowhere, not even in a string. */
const WRONG = '\u0001'
const layout = fc.constantFrom(undefined, 2)

test('all of JSON is right, and what follows it is the mistake', () => {
  fc.assert(
    fc.property(fc.jsonValue(), layout, (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const lines = text.split('\n')
      assert.equal(describeJsonMistake(text + WRONG), at(lines.length, (lines.at(-1)?.length ?? 0) + 1))
    }),
    { numRuns: runsOf(300) },
  )
})

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: fc.constantFrom('a', ' ', '{', ',', 'ü') }),
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
  ),
}))

test('the mistake is found where it is, and JSON that is cut there ends too early', () => {
  fc.assert(
    fc.property(value, layout, fc.nat(), (json, indent, seed) => {
      const text = JSON.stringify(json, null, indent)
      const index = seed % text.length
      const before = text.slice(0, index)
      const lines = before.split('\n')
      const expected = at(lines.length, (lines.at(-1)?.length ?? 0) + 1)
      assert.equal(describeJsonMistake(before + WRONG + text.slice(index)), expected)
      assert.equal(describeJsonMistake(before), EARLY)
    }),
    { numRuns: runsOf(300) },
  )
})
