import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldReader } from '../core/field/field-reader.ts'
import { parsePage } from '../core/index.ts'
import { compileSelector } from '../core/selector/selector.ts'

const select = (...sources: string[]) => sources.map((source, index) => compileSelector(source, `test[${index}]`))
const readerOf = (html: string): FieldReader => new FieldReader(parsePage(html), true)
const toNumber = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)

test('the first candidate that reads as a value wins, and is named', () => {
  const reader = readerOf('<p class=a>none</p><p class=b></p><p class=c>12</p><p class=d>13</p>')
  assert.equal(reader.value('size', select('.x', '.a', '.b', '.c', '.d'), toNumber), 12)
  assert.deepEqual([...reader.winners], [['size', '.c']])
  assert.deepEqual(reader.attempts, [
    { field: 'size', source: '.x', found: 0, text: null, outcome: 'absent' },
    { field: 'size', source: '.a', found: 1, text: 'none', outcome: 'unreadable' },
    { field: 'size', source: '.b', found: 1, text: null, outcome: 'absent' },
    { field: 'size', source: '.c', found: 1, text: '12', outcome: 'won' },
  ])
  assert.deepEqual(reader.issues, [], 'a value was found, so that nothing is amiss')
})

test('of one candidate, the first element that reads as a value wins', () => {
  const reader = readerOf('<p>none</p><p>7</p><p>8</p>')
  assert.equal(reader.value('size', select('p'), toNumber), 7)
})

test('what stands there and can not be read is an issue; what says nothing is none', () => {
  const reader = readerOf('<p>none</p>')
  assert.equal(reader.value('size', select('p'), toNumber), null)
  assert.equal(
    reader.value('color', select('p'), () => undefined),
    null,
  )
  assert.equal(reader.value('weight', select('b'), toNumber), null)
  assert.deepEqual(reader.issues, [{ field: 'size', source: 'p', text: 'none', problem: 'unreadable' }])
  assert.equal(reader.attempts?.find(({ field }) => field === 'color')?.outcome, 'passed over')
})

test('what the page hides is passed over when only the visible counts', () => {
  const reader = readerOf('<p style="display:none">1</p><p class=aok-hidden>2</p><div hidden><p>3</p></div><p>4</p>')
  assert.equal(reader.value('size', select('p'), toNumber), 1)
  assert.equal(reader.value('size', select('p'), toNumber, { isVisible: true }), 4)
  assert.equal(reader.element('size', select('.aok-hidden'), { isVisible: true }), null)
  assert.equal(reader.attempts?.at(-1)?.outcome, 'hidden')
})

test('a scope shuts out what stands elsewhere', () => {
  const reader = readerOf('<p>1</p><div><p>2</p></div>')
  const scope = reader.element('box', select('div')) ?? undefined
  assert.equal(reader.value('size', select('p'), toNumber, { scope }), 2)
  assert.equal(reader.has('size', select('div'), { scope }), false)
})

test('texts, own texts and attributes are read as the selector says', () => {
  const reader = readerOf('<p title=" a  b ">x <b>y</b><script>z</script></p>')
  const read = (source: string) => reader.text('any', select(source))
  assert.equal(read('p'), 'x y')
  assert.equal(read('p::text'), 'x')
  assert.equal(read('p::attr(title)'), 'a b')
  assert.equal(read('p::attr(none)'), null)
})

test('what no selector gave is credited by its place', () => {
  const reader = readerOf('')
  reader.credit('images', 'state: colorImages', '3 images')
  reader.credit('images', 'img', 'later')
  assert.deepEqual([...reader.winners], [['images', 'state: colorImages']])
})
