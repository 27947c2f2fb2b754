import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutHidden } from '../../adapters/hidden-characters.ts'
import { requireRecord } from '../../core/index.ts'
import { generateProduct, generateSearch } from '../../adapters/sandbox/index.ts'
import { printMarkdown } from '../../adapters/pages/table/markdown.ts'

const product = requireRecord('product')
const { record } = generateProduct({ asin: 'B0SHLFS081', domain: 'de' })
const print = (own: object): string => printMarkdown(product, own)

test('a record is a heading and a line for each field that has a value', () => {
  assert.equal(
    print({ title: 'Kettle', price: 24.5, stock: null, images: [], is_prime: false, coupon: '', rating: 0 }),
    '# Kettle\n\n- price: 24.5\n- rating: 0\n',
  )
  assert.match(print({ title: null, price: 1 }), /^# Product\n/)
})

test('texts of a page are no markup, and stay on their line', () => {
  const text = 'a | b <img src=x> [c](javascript:d) `e` *f* \\ g\n# h\n\n- i'
  const printed = print({ title: text, brand: text })
  assert.equal(
    printed,
    '# a \\| b \\<img src=x> \\[c\\](javascript:d) \\`e\\` \\*f\\* \\\\ g # h - i\n',
    'what says the same as the heading is left out',
  )
  const lines = print({ title: 'x', product_details: { 'a\nb': 'c\r\n- d' } }).split('\n')
  assert.deepEqual(lines, ['# x', '', '- product_details: a b: c - d', ''])
})

test('what nobody sees is left out; joiners, and a selector after an emoji, stay', () => {
  const hidden = 'a\u115F\u1160\u3164\uFFA0\u2800\uFFF9\uFFFB\u200B\u2062\u{E0041}\u{E0101}b'
  assert.equal(withoutHidden(hidden), 'ab')
  assert.equal(withoutHidden('x\uFE0F\uFE01\uFE02y'), 'x\uFE0Fy')
  for (const shown of ['\u2764\uFE0F', 'नमस्\u200dते', 'می\u200cخواهم', 'tab\tand\nline'])
    assert.equal(withoutHidden(shown), shown)
})

test('long texts and lists are cut, and say so', () => {
  const words = 'word '.repeat(200)
  const cut = print({ title: 'x', description: words })
  assert.ok(cut.endsWith(' word …\n') && cut.length < 450, cut.slice(-20))
  // Half of a pair is no character.
  assert.doesNotMatch(print({ title: 'x', description: '😀'.repeat(300) }), /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  const images = Array.from({ length: 7 }, (_, index) => `https://example.org/${index}.jpg`)
  assert.equal(print({ title: 'x', images }), '# x\n\n- images: https://example.org/0.jpg, … and 6 more\n')
  const reviews = Array.from({ length: 5 }, (_, index) => ({ id: `R${index}`, url: images[0], rating: 5 }))
  assert.deepEqual(print({ title: 'x', reviews }).split('\n').slice(2, -1), [
    '- reviews:',
    '  - id: R0; rating: 5',
    '  - id: R1; rating: 5',
    '  - id: R2; rating: 5',
    '  - … and 2 more',
  ])
})

test('rows are a table of the columns that any of them has, without addresses', () => {
  const { response } = generateSearch({ query: 'kettle', domain: 'com' })
  const printed = printMarkdown(requireRecord('search'), response)
  const table = printed.split('\n').filter((line) => line.startsWith('|'))
  const columns = (line = ''): readonly string[] => line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  const names = columns(table[0])
  assert.ok(['asin', 'title', 'price'].every((name) => names.includes(name)))
  assert.ok(!names.includes('url') && !names.includes('image'))
  assert.equal(table.length, response.products.length + 2)
  for (const line of table) assert.equal(columns(line).length, names.length, line)
  assert.match(printMarkdown(requireRecord('search'), { ...response, products: [] }), /\n\nNothing\.\n$/)
})

test('a summary has neither the page nor its picture', () => {
  const printed = print({ ...record, html: '<p>page</p>', screenshot: 'AAAA', provenance: { winners: {} } })
  assert.doesNotMatch(printed, /page<|AAAA|winners/)
  assert.ok(printed.length < JSON.stringify(record).length)
})
