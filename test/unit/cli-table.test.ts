import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import test from 'node:test'
import { formatTable, widthOf } from '../../adapters/cli/table.ts'

const stream = (isTTY: boolean): NodeJS.WriteStream =>
  Object.assign(new Writable(), { isTTY, getColorDepth: () => 8 }) as unknown as NodeJS.WriteStream
const terminal = stream(true)
const pipe = stream(false)

test('East Asian characters and emoji take two columns, combining marks none', () => {
  const widths = { price: 5, 価格: 4, '가격 12': 7, ﾊﾝｶｸ: 4, é: 1, 'e\u0301': 1, '👍🏽': 2, '❤️': 2, مِن: 2, 한: 2 }
  for (const [text, width] of Object.entries(widths)) assert.equal(widthOf(text), width, text)
})

test('columns are aligned after East Asian cells', () => {
  const table = formatTable(
    ['field', 'value'],
    [
      ['title', '紙 500 枚'],
      ['価格', '¥1,200'],
    ],
    { stream: pipe },
  )
  const [head = '', rule, ...rows] = table.trimEnd().split('\n')
  assert.equal(head, 'field  value')
  assert.equal(rule, '-----  ---------')
  assert.deepEqual(rows, ['title  紙 500 枚', '価格   ¥1,200'])
})

test('cells are whole in a pipe and cut on a terminal', () => {
  const long = '紙'.repeat(200)
  assert.match(formatTable(['x', 'y'], [[long, 'z']], { stream: pipe }), new RegExp(`${long}  z`))
  const [, , cut = ''] = formatTable(['x', 'y'], [[long, 'z']], { stream: terminal }).split('\n')
  assert.equal(widthOf(cut), 90 - 1 + '  z'.length)
  assert.match(cut, /^紙{44}… {2,3}z$/)
})

test('a text of a page can not control the terminal', () => {
  assert.equal(
    formatTable(['x'], [['a\u001B[2Jb\u0007\u009B\u202E\u2066c\r\nd']], { stream: pipe }),
    'x\n--------\na[2Jbc d\n',
  )
})

test('rows are colored where the stream shows colors, or where FORCE_COLOR asks for it', (t) => {
  const own = { FORCE_COLOR: process.env['FORCE_COLOR'], NO_COLOR: process.env['NO_COLOR'] }
  t.after(() => {
    for (const [name, value] of Object.entries(own)) setVariable(name, value)
  })
  setVariable('FORCE_COLOR', undefined)
  setVariable('NO_COLOR', undefined)
  const print = (target: NodeJS.WriteStream): string =>
    formatTable(['x'], [['won'], ['other']], { stream: target, styleOf: ([cell]) => (cell === 'won' ? 'green' : null) })
  assert.equal(print(pipe), 'x\n-----\nwon\nother\n')
  const colored = '\u001B[1mx\u001B[22m\n-----\n\u001B[32mwon\u001B[39m\nother\n'
  assert.equal(print(terminal), colored)
  setVariable('FORCE_COLOR', '1')
  assert.equal(print(pipe), colored)
})

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

test('a fitted table has the width of its terminal, and the cells of its widest columns are cut', () => {
  const rows = [
    ['price', '#corePriceDisplay_desktop_feature_div .priceToPay', '14.99'],
    ['description', 'x'.repeat(300), 'y'.repeat(300)],
  ]
  const narrow = Object.assign(stream(true), { columns: 80 })
  const lines = formatTable(['field', 'read from', 'value'], rows, { stream: narrow, isFitted: true }).split('\n')
  assert.ok(
    lines.slice(1).every((line) => widthOf(line) <= 80),
    lines.join('\n'),
  )
  assert.equal(widthOf(lines[3] ?? ''), 79)
  assert.match(lines[3] ?? '', /^description  x+…  y+…$/)
  assert.match(formatTable(['a', 'b', 'c'], rows, { stream: pipe, isFitted: true }), /x{300}  y{300}/)
})
