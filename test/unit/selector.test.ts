import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectAll } from 'css-select'
import type { AnyNode, Element as OracleElement } from 'domhandler'
import * as fc from 'fast-check'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { ShelfmarkError } from '../../core/error/shelfmark-error.ts'
import { parsePage } from '../../core/html/page.ts'
import { compileSelector } from '../../core/selector/selector.ts'
import { listElements, listOracleElements } from '../support/css-select-oracle.ts'
import { runsOf } from '../support/property-runs.ts'

/**
 * Compares what a selector finds with what css-select finds in parse5's tree. As
 * in `querySelectorAll`, elements must be inside the scope, but the ancestors
 * that a selector names may be outside.
 */
function compareWithCssSelect(html: string, selector: string, scopePosition?: number): void {
  const { page, elements } = listElements(html)
  const oracle = parse(html, { treeAdapter: adapter })
  const oracleElements = listOracleElements(oracle)
  const scope = scopePosition === undefined ? undefined : elements[scopePosition % elements.length]
  const oracleScope = scopePosition === undefined ? undefined : oracleElements[scopePosition % oracleElements.length]
  const ours = compileSelector(selector, 'test').selectAll(page, scope)
  const expected = selectAll<AnyNode, OracleElement>(selector, oracle).filter(
    (element) => oracleScope === undefined || isBelow(element, oracleScope),
  )
  assert.deepEqual(
    ours.map((element) => elements.indexOf(element)),
    expected.map((element) => oracleElements.indexOf(element)),
    `${selector} in ${html}`,
  )
}

function isBelow(element: OracleElement, scope: OracleElement): boolean {
  for (let node = element.parent; node !== null; node = node.parent) if (node === scope) return true
  return false
}

const NAMES = ['div', 'span', 'a', 'li', 'ul', 'p']
const IDS = ['one', 'two', 'three']
const CLASSES = ['red', 'green', 'blue']

const simple = fc.oneof(
  fc.constantFrom(...NAMES, '*'),
  fc.constantFrom(...IDS).map((id) => `#${id}`),
  fc.constantFrom(...CLASSES).map((name) => `.${name}`),
  fc.constantFrom(
    '[data-x]',
    '[data-x="1"]',
    '[data-x^="1"]',
    '[data-x$="2"]',
    '[data-x*="1"]',
    '[data-x~="1"]',
    '[data-x|="1"]',
    '[data-x!="1"]',
    '[type="TEXT"]',
  ),
  fc.constantFrom(':first-child', ':last-child', ':only-child', ':nth-child(2)', ':first-of-type', ':root'),
)
const compound = fc
  .tuple(fc.option(fc.constantFrom(...NAMES), { nil: '' }), fc.array(simple, { minLength: 1, maxLength: 2 }))
  .map(([name, parts]) => {
    const rest = parts.filter((part) => /^[#.[:]/.test(part)).join('')
    return name + rest === '' ? '*' : name + rest
  })
const complex = fc
  .array(fc.tuple(fc.constantFrom(' ', ' > ', ' + ', ' ~ '), compound), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([combinator, text], index) => (index === 0 ? text : combinator + text)).join(''))
const nested = fc.oneof(
  complex,
  fc.tuple(compound, complex).map(([left, right]) => `${left}:not(${right})`),
  fc.tuple(compound, complex).map(([left, right]) => `${left}:is(${right}, .red)`),
  // One compound only: in `:has(a b)`, css-select accepts an "a" outside the element; the standard does not.
  fc.tuple(compound, compound).map(([left, right]) => `${left}:has(${right})`),
  fc
    .tuple(compound, fc.constantFrom('> ', '+ ', '~ '), compound)
    .map(([left, combinator, right]) => `${left}:has(${combinator}${right})`),
  fc.tuple(compound, compound).map(([left, right]) => `${left}:not(:has(${right}))`),
  fc
    .tuple(compound, compound, fc.constantFrom(' ', ' > ', ' + ', ' ~ '), compound)
    .map(([left, right, combinator, last]) => `${left}:has(${right})${combinator}${last}`),
  fc
    .tuple(compound, compound, compound, fc.constantFrom(' ', ' > '), compound)
    .map(([left, right, other, combinator, last]) => `${left}:is(:has(${right}), ${other})${combinator}${last}`),
)

const attributes = fc.record({
  id: fc.option(fc.constantFrom(...IDS), { freq: 3 }),
  class: fc.option(fc.subarray(CLASSES), { freq: 2 }),
  x: fc.option(fc.constantFrom('1', '12', '2', '1 2', '1-2'), { freq: 3 }),
  type: fc.option(fc.constantFrom('text', 'TEXT'), { freq: 5 }),
  spelling: fc.constantFrom('data-x', 'DATA-X'),
})
const markup = fc.array(fc.tuple(fc.constantFrom(...NAMES), attributes, fc.boolean()), { maxLength: 25 }).map((tags) =>
  tags
    .map(([name, { id, class: classes, x, type, spelling }, isClosed]) => {
      const parts = [
        id && ` id=${id}`,
        classes && ` class="${classes.join(' ')}"`,
        x && ` ${spelling}="${x}"`,
        type && ` type=${type}`,
      ]
      return `<${name}${parts.filter(Boolean).join('')}>t${isClosed ? `</${name}>` : ''}`
    })
    .join(''),
)

test('selectors find what css-select finds', () => {
  fc.assert(
    fc.property(markup, nested, (html, selector) => compareWithCssSelect(html, selector)),
    { numRuns: runsOf(9000) },
  )
})

test('selectors in a scope find what css-select finds', () => {
  fc.assert(
    fc.property(markup, complex, fc.nat(), (html, selector, scope) => compareWithCssSelect(html, selector, scope)),
    { numRuns: runsOf(3000) },
  )
})

test('the selector in :has() is relative to its element, including its first compound', () => {
  const { page } = listElements('<section><p><b>x</b></p></section>')
  const names = (selector: string): string[] =>
    compileSelector(selector, 'test')
      .selectAll(page)
      .map((element) => element.name)
  assert.deepEqual(names('section:has(p b)'), ['section'])
  assert.deepEqual(names('p:has(p b)'), [])
})

test('a relative selector starts from the scope', () => {
  const { page, elements } = listElements('<ul id=outer><li>a<ul><li>b</ul><li>c</ul>')
  const scope = elements.find((element) => element.attributeList.id === 'outer')
  const found = compileSelector('> li', 'test').selectAll(page, scope)
  assert.equal(found.length, 2)
})

test('attribute names beyond ASCII are found in bytes and in text', () => {
  const html = '<p größe=1>a<p id=x Größe=2>b<p grö=3>c'
  for (const page of [parsePage(html), parsePage(new TextEncoder().encode(html))]) {
    assert.equal(compileSelector('[größe]', 'test').selectAll(page).length, 2)
    assert.equal(compileSelector('p[größe="1"]', 'test').selectAll(page).length, 1)
    assert.equal(compileSelector('#x[grö]', 'test').selectAll(page).length, 0)
    assert.equal(compileSelector('p', 'test').selectFirst(page)?.attributeList.get('größe'), '1')
  }
})

test('different class values are distinguished in bytes and in text; of two class attributes the first counts', () => {
  const html = [
    '<p id=1 class="a\u0141"><p id=2 class="a\u0142"><p id=3 class="a\u0141">',
    '<p id=4 class class=b><p id=5 CLASS=b><p id=6 class=b class=c><p id=7 class="&#98;\tc">',
    '<p id=8 class="one-two-three-4 b"><p id=9 class="one-two-three-5 b"></p class=b>',
  ].join('')
  const expected = {
    '.a\u0141': '13',
    '.a\u0142': '2',
    '.b': '56789',
    '.c': '7',
    '.one-two-three-5': '9',
    '[class=""]': '4',
  }
  for (const page of [parsePage(html), parsePage(Buffer.from(html))]) {
    for (const [selector, ids] of Object.entries(expected)) {
      const found = compileSelector(selector, 'test').selectAll(page)
      assert.equal(found.map(({ attributeList }) => attributeList.id).join(''), ids, selector)
    }
  }
})

test('searching elements that are read alike finds what searching one of them finds', () => {
  const html =
    '<main class=a><div class=card><p class=b>1<b>2</b></p></div><p class=b>3<b>4</b></p>' +
    '<hr><div class=card><h2 class=a>5</h2><p class=b>6</p><p class=b><b>7</b></p></div></main>'
  const selectors = [
    'b',
    '.a b',
    '.a .b',
    'hr ~ * .b',
    'h2 + .b',
    '.card > .b',
    '> .b',
    '.b:has(b)',
    ':is(.a, .b)',
    'p',
  ]
  for (const source of selectors) {
    const alone = parsePage(html)
    const together = parsePage(html)
    const selector = compileSelector(source, 'test')
    const card = compileSelector('.card', 'test')
    together.elements.readAlike(card.selectAll(together))
    const positions = (page: typeof alone): unknown =>
      [...card.selectAll(page), ...compileSelector('h2', 'test').selectAll(page)].map((scope) =>
        selector.selectAll(page, scope).map(({ order }) => order),
      )
    assert.deepEqual(positions(together), positions(alone), source)
    assert.equal(selector.selectAll(together).length, selector.selectAll(alone).length, source)
  }
})

test('all elements with the same id are found, in document order', () => {
  const { page } = listElements('<div id=x><p id=x class=red>1<span class=red>2</span></p></div><p id=x class=red>3')
  const texts = compileSelector('#x .red', 'test')
    .selectAll(page)
    .map((element) => element.name)
  assert.deepEqual(texts, ['p', 'span'])
  assert.equal(compileSelector('p#x', 'test').selectAll(page).length, 2)
})

test('the outermost eight of nested items are read', () => {
  const { page, elements } = listElements(`${'<ul><li>'.repeat(12)}x${'</ul>'.repeat(12)}<ul><li>y</ul>`)
  const items = compileSelector('li', 'test').selectItems(page)
  const all = elements.filter(({ name }) => name === 'li')
  assert.deepEqual(items, [...all.slice(0, 8), all[12]])
  assert.equal(compileSelector('li', 'test').selectAll(page).length, 13)
})

test('the error for an invalid selector names its position in the map', () => {
  const wrong = [
    '',
    'a, b',
    'a[',
    ':hover',
    'a::before',
    'a::attr()',
    'a::text b',
    'a || b',
    ':nth-child(2n+1)',
    ':contains(x)',
    'a::attr(href)::text',
    '> > a',
    // 82 s for a page of 8 MB, before there was a limit.
    `:is(${Array.from({ length: 200 }, (_, index) => `.a${index}`).join()})`,
  ]
  for (const source of wrong) {
    assert.throws(
      () => compileSelector(source, 'product.price[3]'),
      (error) =>
        error instanceof ShelfmarkError &&
        error.code === 'invalid_selector' &&
        error.message.startsWith('product.price[3]: '),
      source,
    )
  }
})
