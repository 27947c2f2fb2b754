import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printPage } from '../../adapters/web/playground/reader/print-page.ts'
import type { PageSlice } from '../../adapters/web/playground/reader/page-printer.ts'
import { parse, serialize } from 'parse5'
import { parsePage } from '../../core/index.ts'

/** All of a page as it is printed. `keepsImages`: with the addresses of images. */
function print(html: string, keepsImages = false): string {
  const { slices } = printPage(parsePage(html), { keepsImages })
  return slices.map((slice) => slice.html).join('')
}

/** The body of a page as it is printed, without the positions. */
function printBody(html: string, keepsImages = false): string | undefined {
  const printed = print(`<body>${html}</body>`, keepsImages).replaceAll(/ data-shelfmark="\d+"/g, '')
  return /<body>(.*)<\/body>/s.exec(printed)?.[1]
}

test('elements get their positions, and not those that the page has', () => {
  const printed = print('<p data-shelfmark="7" data-shelfmark-src="x">a<b>c</b></p>')
  assert.match(printed, /<p data-shelfmark="3">a<b data-shelfmark="4">c<\/b><\/p>/)
})

test('the root keeps its language and direction, and nothing that acts', () => {
  const page = parsePage('<html lang="ar-eg" dir="rtl" class="a-js" onclick="x()"><p>a')
  assert.deepEqual(printPage(page).attributes, [
    ['lang', 'ar-eg'],
    ['dir', 'rtl'],
    ['class', 'a-js'],
  ])
})

test('a page that links to style sheets is printed without the rest of its styles', () => {
  const own = '<style>p { color: red }</style><p>a'
  const linked = `<link rel="stylesheet" href="b.css">${own}`
  assert.match(print(own), /color: red/)
  assert.doesNotMatch(print(linked), /color: red|b\.css/)
  assert.match(print(linked, true), /<link data-shelfmark="\d+" rel="stylesheet" href="b\.css"><style.*color: red/)
  assert.deepEqual(
    [own, linked].map((html) => printPage(parsePage(html)).isStyled),
    [true, false],
  )
  const { style } = printPage(parsePage(linked))
  assert.match(style, /#centerCol/)
  assert.doesNotMatch(style, /url\(|@import/)
})

/** A tree that is made of slices, as a browser makes it: each goes to the end of its parent. */
function join(slices: readonly PageSlice[]): string {
  const [first, ...rest] = slices
  return rest.reduce((html, { parent, html: part }) => {
    const start = html.indexOf(`data-shelfmark="${parent}"`)
    const [tag = ''] = /<\w+ $/.exec(html.slice(0, start)) ?? []
    const name = tag.slice(1, -1)
    const ends = new RegExp(`<(/?)${name}[ >]`, 'g')
    ends.lastIndex = start
    let depth = 1
    let end = -1
    for (let match = ends.exec(html); match !== null && depth > 0; match = ends.exec(html)) {
      depth += match[1] === '/' ? -1 : 1
      end = match.index
    }
    return html.slice(0, end) + part + html.slice(end)
  }, first?.html ?? '')
}

test('a large page is printed in slices, which are the same page when they are put together', () => {
  const cell = `<td><div><p>${'text '.repeat(400)}</p></div><select><option>a<option>b</select></td>`
  const list = `<ul>${'<li><a href=x>b</a><b>c</b>'.repeat(3000)}</ul>`
  const html = `<body><div><table>${`<tr>${cell.repeat(4)}</tr>`.repeat(60)}</table>${list}</div><p>end</body>`
  const { slices } = printPage(parsePage(html))
  assert.ok(slices.length > 8, `${slices.length} slices`)
  for (const slice of slices) assert.ok(slice.html.length < 80_000, `a slice of ${slice.html.length} characters`)
  const tree = (text: string): string => serialize(parse(text.replaceAll(/ data-shelfmark="\d+"/g, '')))
  const asGiven = tree(html.replaceAll('href', 'data-shelfmark-href'))
  assert.ok(tree(join(slices)) === asGiven, 'they are the same page')
})

for (const [html, printed] of [
  ['a &lt; b &amp; c&nbsp;', 'a &lt; b &amp; c&nbsp;'],
  ['<p title="&quot;a&quot; &amp;lt;">a</p>', '<p title="&quot;a&quot; &amp;lt;">a</p>'],
  ['<script>x()</script>a', 'a'],
  ['<iframe src="https://a.example"></iframe><object data="b"></object><template>c</template>d', 'd'],
  ['<noscript><img src=a></noscript>b', 'b'],
  ['<p onclick="x()" onmouseover=x() autofocus>a</p>', '<p>a</p>'],
  ['<a href="javascript:x()" target=_top ping=b>a</a>', '<a data-shelfmark-href="javascript:x()">a</a>'],
  ['<form action="https://a.example"><input name=b></form>', '<form><input name="b"></form>'],
  ['<img src="https://a.example/b.png">', '<img data-shelfmark-src="https://a.example/b.png">'],
  ['<img src="data:image/png;base64,AAAA">', '<img src="data:image/png;base64,AAAA">'],
  ['<img src="data:image/svg+xml,x">', '<img data-shelfmark-src="data:image/svg+xml,x">'],
  ['<p style="color: red; background: url(https://a.example)">a</p>', '<p style="color: red; background: none">a</p>'],
  ['<svg><a xlink:href="javascript:x()">a</a></svg>', '<svg><a data-shelfmark-href="javascript:x()">a</a></svg>'],
] as const) {
  test(`a page is printed without what runs, loads or is followed: ${html}`, () => {
    assert.equal(printBody(html), printed)
  })
}

test('addresses of images are kept where they are asked for, those of links and frames never', () => {
  assert.equal(printBody('<img src="https://a.example/b.png">', true), '<img src="https://a.example/b.png">')
  assert.equal(printBody('<a href="https://a.example">b</a>', true), '<a data-shelfmark-href="https://a.example">b</a>')
  assert.equal(printBody('<iframe src="https://a.example"></iframe>c', true), 'c')
})

test('a style sheet can not end its element', () => {
  const printed = print('<svg><style>a</style></svg><style>b::after { content: "<\\/style><script>" }</style>')
  assert.equal(printed.split('</style>').length, 3)
})
