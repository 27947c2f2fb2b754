import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parsePage } from '../../core/index.ts'
import { compileStateKeys } from '../../core/marketplace/state-keys.ts'
import { PageState } from '../../core/records/product/page-state.ts'
import { toPlain } from '../support/plain-literal.ts'

const anyKey = compileStateKeys({
  gallery: [],
  videos: 'key',
  children: 'wanted',
  dimensions: [],
  dimensionLabels: [],
  parent: [],
  descriptionFrame: [],
})

function stateOf(...scripts: string[]): PageState {
  return new PageState(parsePage(scripts.map((script) => `<script>${script}</script>`).join('<p>')), anyKey)
}

function valuesOf(state: PageState, key: string): unknown[] {
  return [...state.values(key)].map(({ value }) => toPlain(value))
}

test('a value is found after its key in every spelling of a script', () => {
  const scripts = [
    'var x = {"key": 1}',
    "var x = {'key': 1}",
    'var x = {key: 1}',
    'key = 1;',
    'var key=1',
    'state.key = 1',
    'register.key(1, "other")',
    'A.state({"a":[1,{"b":2}], "key" : 1})',
  ]
  for (const script of scripts) assert.deepEqual(valuesOf(stateOf(script), 'key'), [1], script)
})

test('text that only looks like a key is ignored', () => {
  for (const script of ['{"monkey": 1}', '{"keys": 1}', 'the key is 1', '{"my-key": 1}', '{"key" 1}', '$key = 1']) {
    assert.deepEqual(valuesOf(stateOf(script), 'key'), [], script)
  }
})

test('values of all scripts are in page order; code instead of a value is null', () => {
  const state = stateOf('{"key": "a"}', 'key = document.title', '{"key": [1, 2]}', '{"key": {"deep": true}}')
  assert.deepEqual(valuesOf(state, 'key'), ['a', null, [1, 2], { deep: true }])
})

test('an empty object is ignored', () => {
  assert.deepEqual(toPlain(stateOf('{"key": {}}', '{"key": {"a": 1}}').object('key') ?? null), { a: 1 })
  assert.equal(stateOf('{"key": {}}').object('key'), null)
  assert.equal(stateOf('{"key": [1]}').object('key'), null)
})

test('only lists of texts are read as such', () => {
  assert.deepEqual(stateOf('{"key": [1]}', '{"key": ["a", 2, "b"]}').texts('key'), ['a', 'b'])
  assert.deepEqual(stateOf('{"key": "a"}').texts('key'), [])
})

test('every JSON value is read unchanged', () => {
  const safe = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('</'))
  fc.assert(
    fc.property(safe, (value) => {
      const [found] = valuesOf(
        stateOf(`P.when("A").execute(function(){ var d = {"wanted": ${JSON.stringify(value)}, "b": 1}; })`),
        'wanted',
      )
      assert.equal(JSON.stringify(found), JSON.stringify(value))
    }),
    { numRuns: 500 },
  )
})

test('a key that contains itself many times costs linear time', () => {
  const script = '{"key":'.repeat(300_000)
  const state = stateOf(script)
  for (const { value } of state.values('key')) assert.ok(value !== undefined)
  for (const { value } of state.values('key')) assert.ok(value !== undefined)
  assert.ok(state.charactersRead > script.length, `${state.charactersRead} of ${script.length} characters read`)
  assert.ok(state.charactersRead <= 3 * script.length, `${state.charactersRead} of ${script.length} characters read`)
})
