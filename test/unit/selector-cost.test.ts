import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ElementIndex } from '../../core/html/index/element-index.ts'
import { parsePage, type Page } from '../../core/html/page.ts'
import { AttributeList } from '../../core/html/tokenize/attribute-list.ts'
import { compileSelector } from '../../core/selector/selector.ts'

/*
 * Each test counts work that a trick of core/selector avoids. Without the trick
 * the selectors still find the right elements, so no other test would notice.
 */

/** Counts how often elements are asked for an attribute while a task runs. */
function countQuestions(t: TestContext, task: () => void): number {
  const mocks = [
    t.mock.method(AttributeList.prototype, 'has').mock,
    t.mock.method(AttributeList.prototype, 'get').mock,
    t.mock.getter(AttributeList.prototype, 'classNames').mock,
  ]
  task()
  for (const mock of mocks) mock.restore()
  return mocks.reduce((sum, mock) => sum + mock.callCount(), 0)
}

function countFound(page: Page, selector: string): number {
  return compileSelector(selector, 'test').selectAll(page).length
}

/** A page whose index is made: what it costs to make it is not counted. */
function parseIndexed(html: string): Page {
  const page = parsePage(html)
  for (const selector of ['.none', '#none', '[data-n]', '[data-n=none]']) countFound(page, selector)
  return page
}

const MANY = 500

test('a search tests only elements that the index finds', (t) => {
  const page = parseIndexed(`${'<p data-n=1 class=a>x'.repeat(MANY)}<p data-n=2 class=b><b class=a>`)
  for (const selector of ['[data-n="2"]', '.b', 'p.b[data-n]', 'b.a']) {
    const count = countQuestions(t, () => assert.equal(countFound(page, selector), 1))
    assert.ok(count < 10 || selector === 'b.a', `${selector}: ${count}`)
  }
})

test('a class that the page does not have ends a search before it starts', (t) => {
  const page = parseIndexed('<p class=a>x'.repeat(MANY))
  const { mock } = t.mock.method(ElementIndex.prototype, 'withKeys')
  assert.equal(countFound(page, '.none .a'), 0)
  assert.equal(countFound(page, '.a > p:has(b).none'), 0)
  assert.equal(mock.callCount(), 0)
})

test('what the page does not have is looked up once for all selectors', (t) => {
  const page = parseIndexed('<p class=a>x'.repeat(MANY))
  const { mock } = t.mock.method(ElementIndex.prototype, 'withValue')
  for (const selector of ['#absent', '#absent p', '#absent .a', 'p#absent.a'])
    assert.equal(countFound(page, selector), 0)
  assert.equal(mock.callCount(), 1)
})

test('a search tests only elements inside an anchor', (t) => {
  const page = parseIndexed(`${'<p data-n=1>x</p>'.repeat(MANY)}<div id=a><p data-n=1></p></div><p data-n=2></p>`)
  const inside = countQuestions(t, () => assert.equal(countFound(page, '#a [data-n]'), 1))
  assert.ok(inside < 10, `${inside}`)
  const besides = countQuestions(t, () => assert.equal(countFound(page, '.none ~ [data-n]'), 0))
  assert.equal(besides, 0)
})

test('one search serves all elements that are read the same way', (t) => {
  const page = parseIndexed('<div class=card><p class=a>x</p></div>'.repeat(100))
  const cards = compileSelector('.card', 'test').selectAll(page)
  page.elements.readAlike(cards)
  const selector = compileSelector('.a', 'test')
  const { mock } = t.mock.method(ElementIndex.prototype, 'withKeys')
  for (const card of cards) assert.equal(selector.selectAll(page, card).length, 1)
  assert.equal(mock.callCount(), 1)
})

test('ancestors are visited once, even if a selector names many', (t) => {
  const depth = 50
  const page = parseIndexed(`<p class=z>${'<div data-n=1>'.repeat(depth)}<b>x`)
  const selector = '.z[lang] [data-n] [data-n] [data-n] b'
  const count = countQuestions(t, () => assert.equal(countFound(page, selector), 0))
  assert.ok(count < 3 * depth, `${count}`)
})

test('the cheapest part of a compound is tested first', (t) => {
  const page = parseIndexed(`<p data-n=1>${'<i data-n=1>'.repeat(50)}</p>`.repeat(50))
  const count = countQuestions(t, () => assert.equal(countFound(page, 'p:has([data-x])[data-n^="2"]'), 0))
  assert.ok(count <= 50, `${count}`)
})

/*
 * Hostile pages: an ancestor or earlier siblings of many elements are asked about
 * for each of them. The cost must not grow with the square of the page's size.
 */

test('the result of :has() for an ancestor is cached', (t) => {
  const page = parseIndexed(`<div id=a><ul class=b>${'<li data-n=1>x'.repeat(MANY)}</ul></div>`)
  const count = countQuestions(t, () => assert.equal(countFound(page, '#a .b:has([data-n="2"]) li'), 0))
  assert.ok(count < 10 * MANY, `${count}`)
})

test('the result for earlier siblings is cached', (t) => {
  const page = parseIndexed(`<b></b>${'<i data-n=1></i>'.repeat(MANY)}`)
  for (const [selector, found] of [
    ['i[data-n^="2"] ~ i', 0],
    ['b ~ i', MANY],
  ] as const) {
    const count = countQuestions(t, () => assert.equal(countFound(page, selector), found))
    assert.ok(count < 50 * MANY, `${selector}: ${count}`)
  }
})

test('a long attribute value is searched once per element', (t) => {
  const style = 'x;'.repeat(1000)
  const page = parseIndexed(`<div id=a><p style="${style}">${'<i></i>'.repeat(MANY)}</p></div>`)
  const { mock } = t.mock.method(String.prototype, 'includes')
  assert.equal(countFound(page, '#a [style*=none] i'), 0)
  mock.restore()
  const searches = mock.calls.filter(({ this: text }) => String(text).length === style.length)
  assert.equal(searches.length, 1)
})

test('a long list of classes is not searched for each descendant', () => {
  const classes = Array.from({ length: 1000 }, (_, index) => `x${index}`)
  const page = parseIndexed(`<div id=a><p class="${classes.join(' ')}">${'<i></i>'.repeat(MANY)}</p></div><p class=z>`)
  const { classNames } = page.elements.withName('p')[0]?.attributeList ?? assert.fail()
  assert.equal(classNames.length, classes.length)
  Object.defineProperty(classNames, 'includes', { value: () => assert.fail('the list is searched') })
  assert.equal(countFound(page, '#a .z i'), 0)
})
