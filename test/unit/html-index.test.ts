import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { ElementIndex } from '../../core/html/index/element-index.ts'
import { toIndexKey } from '../../core/html/index/index-key.ts'
import { parsePage } from '../../core/html/page.ts'
import { Document, Element } from '../../core/html/tree/node.ts'

/** Number of elements in all arrays that an index holds; an element counts once for each array. */
function countListed(index: ElementIndex): number {
  const seen = new Set<unknown>()
  const rest: unknown[] = [index]
  let count = 0
  for (let holder = rest.pop(); holder !== undefined; holder = rest.pop()) {
    if (seen.has(holder)) continue
    seen.add(holder)
    if (Array.isArray(holder)) count += holder.filter((item) => item instanceof Element).length
    const values = holder instanceof Map ? [...holder.values()] : Object.values(holder as object)
    for (const value of values) {
      const isNode = value instanceof Element || value instanceof Document
      if (typeof value === 'object' && value !== null && !isNode && !ArrayBuffer.isView(value)) rest.push(value)
    }
  }
  return count
}

test('the index lists only elements that somebody asks for', () => {
  const { elements } = parsePage('<p class="a b c" id=d>'.repeat(100))
  assert.ok(elements.hasClass(toIndexKey('class', 'a')))
  elements.withName('none')
  elements.withId('none')
  const all = elements.all.length
  // All elements; those with an id.
  assert.equal(countListed(elements), all + 100)
  elements.withKeys([toIndexKey('class', 'b')])
  assert.equal(countListed(elements), all + 200)
})

const LONG = 'x'.repeat(10_000)

test('an element is found by the value of an attribute, however the page writes it', () => {
  const values = [
    '',
    'a',
    'a b',
    '&amp;',
    '&#97;',
    '&notit;',
    'ä',
    '日本',
    'a\r\nb',
    '\0',
    '\t',
    LONG,
    `&#97;${LONG}`,
    `ä${LONG}`,
  ]
  const cases = values.map((value) => ({ value, html: `<i title="${value}"></i><b></b><i TITLE='${value}'>` }))
  const zeros = `&#${'0'.repeat(10_000)}97;`
  for (const { html, value } of [
    ...cases,
    { value: 'zeros', html: `<p title=a></p><p title="${zeros}"></p><p title=a>` },
  ]) {
    for (const input of [html, Buffer.from(`<meta charset=utf-8>${html}`)]) {
      const { elements } = parsePage(input)
      const titled = elements.withAttribute('title')
      const [first] = titled
      assert.ok(first !== undefined)
      const read = first.attributeList.get('title') ?? assert.fail()
      assert.deepEqual(elements.withValue('title', read), titled, value.slice(0, 20))
      assert.equal(elements.withValue('title', `${read}x`).length, 0)
    }
  }
})

test('elements whose attributes come from several tags are found by value', () => {
  const { elements } = parsePage('<body><p id=a><body id=a><html id=b lang=ä>')
  assert.deepEqual(
    elements.withId('a').map(({ name }) => name),
    ['body', 'p'],
  )
  assert.equal(elements.withId('b').length, 1)
  assert.equal(elements.withValue('lang', 'ä').length, 1)
})

test('elements found by value are those that have it', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '&', '&amp;', ';', 'é', ' ', '\r', '\0'), maxLength: 3 })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 30 }), value, (values, wanted) => {
      const { elements } = parsePage(Buffer.from(values.map((written) => `<p id="${written}">`).join('')))
      const expected = elements.all.filter(({ attributeList }) => attributeList.get('id') === wanted)
      assert.deepEqual(elements.withId(wanted), expected)
    }),
  )
})

test('elements found by class are those that have it', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '&amp;', '&', ' ', '\n', 'é', '\0'), maxLength: 3 })
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), fc.constantFrom('a', 'ab', 'a&', 'é', 'aé'), (values, wanted) => {
      const { elements } = parsePage(Buffer.from(values.map((written) => `<p class="${written}">`).join('')))
      const expected = elements.all.filter(({ attributeList }) => attributeList.classNames.includes(wanted))
      assert.deepEqual(elements.withKeys([toIndexKey('class', wanted)]), expected)
    }),
  )
})

test('a class that no selector named before is found in a page that was searched before', () => {
  const { elements } = parsePage('<p class="searched-before named-later">x</p>')
  assert.equal(elements.withKeys([toIndexKey('class', 'searched-before')]).length, 1)
  assert.equal(elements.withKeys([toIndexKey('class', 'named-later')]).length, 1)
  assert.ok(elements.hasClass(toIndexKey('class', 'named-later')))
})
