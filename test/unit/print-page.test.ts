import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printPage } from '../../adapters/web/playground/reader/print-page.ts'
import { parsePage } from '../../core/index.ts'

/** The body of a page as it is printed. `keepsImages`: with the addresses of images. */
function printBody(
  html: string,
  { positions = [], keepsImages = false }: { positions?: number[]; keepsImages?: boolean } = {},
) {
  const printed = printPage(parsePage(`<body>${html}</body>`), { positions: new Set(positions), keepsImages })
  return /<body>(.*)<\/body>/s.exec(printed)?.[1]
}

test('elements get their positions: html, head and body are 0 to 2', () => {
  assert.equal(printBody('<p>a<b>c</b></p>', { positions: [2, 4] }), undefined)
  assert.equal(printBody('<p>a<b>c</b></p>', { positions: [4] }), '<p>a<b data-shelfmark="4">c</b></p>')
  assert.equal(printBody('<p data-shelfmark="7" data-shelfmark-src="x">a</p>'), '<p>a</p>', 'not those of the page')
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
  const keepsImages = true
  assert.equal(printBody('<img src="https://a.example/b.png">', { keepsImages }), '<img src="https://a.example/b.png">')
  assert.equal(
    printBody('<a href="https://a.example">b</a>', { keepsImages }),
    '<a data-shelfmark-href="https://a.example">b</a>',
  )
  assert.equal(printBody('<iframe src="https://a.example"></iframe>c', { keepsImages }), 'c')
})

test('a style sheet can not end its element', () => {
  const page = parsePage('<svg><style>a</style></svg><style>b::after { content: "<\\/style><script>" }</style>')
  const printed = printPage(page, { positions: new Set(), keepsImages: false })
  assert.equal(printed.split('</style>').length, 3)
})
