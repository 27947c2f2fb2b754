import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldReader, type FieldContext } from '../../core/field/field-reader.ts'
import { refusal, Trace } from '../../core/field/trace.ts'
import { parsePage } from '../../core/index.ts'
import { compileSite } from '../../core/marketplace/site.ts'
import { compileSelector } from '../../core/selector/selector.ts'
import { PageText } from '../../core/text/page-text.ts'
import { site } from '../../selectors/index.ts'

const select = (...sources: string[]) => sources.map((source, index) => compileSelector(source, `test[${index}]`))
const toNumber = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)
const NO_COLOR = refusal('names no color')

function readingOf(html: string) {
  const page = parsePage(html)
  const text = new PageText(page.document, compileSite(site).text)
  const context: FieldContext = { page, text, trace: new Trace(true), scopes: [{ within: page.document }] }
  const field = (name: string, ...sources: string[]) => new FieldReader(context, name, select(...sources))
  return { context, field, trace: context.trace }
}

test('the first candidate that reads as a value wins, and is named', () => {
  const { field, trace } = readingOf('<p class=a>none</p><p class=b></p><p class=c>12</p><p class=d>13</p>')
  assert.equal(field('size', '.x', '.a', '.b', '.c', '.d').value(toNumber), 12)
  assert.deepEqual([...trace.winners], [['size', '.c']])
  const common = { field: 'size', part: null, reason: null }
  assert.deepEqual(trace.attempts, [
    { ...common, source: '.x', found: 0, text: null, elements: [], outcome: 'absent' },
    { ...common, source: '.a', found: 1, text: 'none', elements: [3], outcome: 'unreadable' },
    { ...common, source: '.b', found: 1, text: null, elements: [], outcome: 'empty' },
    { ...common, source: '.c', found: 1, text: '12', elements: [5], outcome: 'won' },
  ])
  assert.deepEqual(trace.issues, [], 'a field with a value has no issue')
})

test('the first element of a candidate that reads as a value wins', () => {
  const { field } = readingOf('<p>none</p><p>7</p><p>8</p>')
  assert.equal(field('size', 'p').value(toNumber), 7)
})

test('an unreadable value is an issue; a refused candidate is not, and says why', () => {
  const { field, trace } = readingOf('<p>none</p>')
  assert.equal(field('size', 'p').value(toNumber), null)
  assert.equal(
    field('color', 'p').value(() => NO_COLOR),
    null,
  )
  assert.equal(field('weight', 'b').value(toNumber), null)
  assert.deepEqual(trace.issues, [{ field: 'size', source: 'p', text: 'none', problem: 'unreadable' }])
  const { outcome, reason } = trace.attempts?.find((attempt) => attempt.field === 'color') ?? {}
  assert.deepEqual([outcome, reason], ['refused', 'names no color'])
})

test('hidden elements are ignored when only visible ones count', () => {
  const { field, trace } = readingOf(
    '<p style="display:none">1</p><p class=aok-hidden>2</p><div hidden><p>3</p></div><p>4</p>',
  )
  assert.equal(field('size', 'p').value(toNumber), 1)
  assert.equal(field('size', 'p').value(toNumber, { isVisible: true }), 4)
  assert.equal(field('size', '.aok-hidden').element({ isVisible: true }), null)
  assert.equal(trace.attempts?.at(-1)?.outcome, 'hidden')
})

test('a scope excludes elements elsewhere', () => {
  const { field } = readingOf('<p>1</p><div><p>2</p></div>')
  const within = field('box', 'div').element()
  assert.ok(within !== null)
  assert.equal(field('size', 'p').value(toNumber, { scopes: [{ within }] }), 2)
  assert.equal(field('size', 'div').has({ scopes: [{ within }] }), false)
})

test('each candidate is read in the first scope with a readable element, and refused elements say why', () => {
  const { context, field, trace } = readingOf('<div><p hidden>1</p></div><p class=old>2</p><p class=new>3</p>')
  const within = field('box', 'div').element()
  assert.ok(within !== null)
  const refuse = (element: { attributeList: { classNames: readonly string[] } }) =>
    element.attributeList.classNames.includes('old') ? refusal('old') : null
  const scopes = [{ within }, { within: context.page.document, refuse }]
  assert.equal(field('size', 'p').value(toNumber, { scopes, isVisible: true }), 3)
  assert.equal(field('size', '.old').value(toNumber, { scopes, isVisible: true }), null)
  const { outcome, reason, found } = trace.attempts?.at(-1) ?? {}
  assert.deepEqual([outcome, reason, found], ['refused', 'old', 1])
})

test('texts, own texts and attributes are read as the selector says', () => {
  const { field } = readingOf('<p title=" a  b ">x <b>y</b><script>z</script></p>')
  const read = (source: string) => field('any', source).text()
  assert.equal(read('p'), 'x y')
  assert.equal(read('p::text'), 'x')
  assert.equal(read('p::attr(title)'), 'a b')
  assert.equal(read('p::attr(none)'), null)
})

test('a source without a selector wins by its description', () => {
  const { field, trace } = readingOf('')
  field('images').credit('state: colorImages', '3 images')
  field('images').credit('img', 'later')
  assert.deepEqual([...trace.winners], [['images', 'state: colorImages']])
})

test('a part is named in the attempts and wins for its field; a member wins for itself', () => {
  const { context, trace } = readingOf('<a>Ann</a><b>id</b><i>ship</i>')
  const entry = { name: select('a'), id: select('b'), shipper: select('i') }
  const field = new FieldReader<'name' | 'id' | 'shipper'>(context, 'seller', entry)
  assert.equal(field.part('name').text(), 'Ann')
  assert.equal(field.part('id').text(), 'id')
  assert.equal(field.member('shipper').text(), 'ship')
  assert.deepEqual(
    trace.attempts?.map(({ part, outcome }) => [part, outcome]),
    [
      ['name', 'won'],
      ['id', 'won'],
      ['shipper', 'won'],
    ],
  )
  assert.deepEqual(
    [...trace.winners],
    [
      ['seller', 'a'],
      ['seller.shipper', 'i'],
    ],
  )
})
