import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOLDEN_DIRECTORY, readCases, type GoldenCase } from '../../adapters/pages/golden/golden-case.ts'
import { extractNamed, extractPage } from '../../adapters/pages/extract-page.ts'
import { extractResponse } from '../../adapters/pages/extract-response.ts'
import { parsePage } from '../../core/index.ts'
import { root } from '../support/root.ts'

const CUT = 'html: the page is cut'
const cases = readCases(join(root, GOLDEN_DIRECTORY))
const isCutCase = ({ facts }: GoldenCase): boolean => facts.issues?.includes(CUT) === true

/** Shares of a page. Unit: percent. */
const SHARES = [30, 41, 52, 63, 74, 80, 85, 90, 94, 97, 99]

test('a golden page is whole unless its case says that it is cut', () => {
  const cut = cases.filter(({ readPage }) => parsePage(readPage()).cut !== null).map(({ name }) => name)
  assert.deepEqual(
    cut,
    cases.filter(isCutCase).map(({ name }) => name),
  )
  assert.ok(cut.length >= 6, cut.join())
})

/**
 * The first bytes of the golden pages, up to a cut before the end of the body. A page without the end tag of its head
 * leaves tags out, so that a cut between two elements leaves no trace.
 */
function* cutPages(): Generator<readonly [golden: GoldenCase, bytes: Uint8Array, share: number]> {
  for (const golden of cases) {
    const bytes = golden.readPage()
    if (isCutCase(golden) || !Buffer.from(bytes).includes('</head')) continue
    const end = Buffer.from(bytes).lastIndexOf('</body')
    for (const share of SHARES) {
      const size = Math.floor((bytes.length * share) / 100)
      if (end === -1 || size < end + '</body>'.length) yield [golden, bytes.subarray(0, size), share]
    }
  }
}

test('a golden page that is cut anywhere from 30 to 99 % is said to be cut', () => {
  const silent = [...cutPages()].filter(([, bytes]) => parsePage(bytes).cut === null)
  assert.deepEqual(
    silent.map(([{ name }, , share]) => `${name} at ${share} %`),
    [],
  )
})

test('the record of a golden page that is cut has the issue first, and no issue about reviews that it did not reach', () => {
  let records = 0
  for (const [{ name, facts }, bytes, share] of cutPages()) {
    if (share !== 63 && share !== 97) continue
    const { domain, asin, url, record: named } = facts
    const { record, isCut, issues } = extractNamed(named ?? null, bytes, { domain, asin, url })
    assert.ok(isCut, name)
    if (record === null) continue
    records++
    assert.deepEqual([issues[0]?.field, issues[0]?.problem], ['html', 'the page is cut'], name)
    assert.ok(!issues.some(({ text }) => text === 'not shown to this session'), name)
  }
  assert.ok(records >= 300, `${records} records`)
})

const head = '<!doctype html><html><head><title>x</title></head><body>'
const embedded = '<html><head></head><body><p>A note</p></body></html>'

/** [what, markup, how it ends]. Absent: null, the page is whole. */
const pages: readonly (readonly [string, string, string | null])[] = [
  ['a whole page', `${head}<div>x</div></body></html>`, null],
  ['a page with white space and a comment after its end', `${head}</body></html>\n<!-- x -->\n`, null],
  ['a page with scripts after its end', `${head}</body></html><script>x()</script>`, null],
  ['a page that a tool has added to after its end', `${head}</body></html><div><span>x`, null],
  ['a page without the end tag of its body', `${head}<div>x</div></html>`, null],
  ['a page without that of the page', `${head}<div>x</div></body>`, null],
  ['a page that leaves elements open, up to its end', `${head}<div><b>x</body></html>`, null],
  ['a page in upper case', `${head.toUpperCase()}<DIV>x</DIV></BODY></HTML>`, null],
  ['a page without tags that can be left out', '<!doctype html><title>x</title><ul><li>x<li>y</ul><p>z', null],
  [
    'a page that a minifier has made shorter',
    '<!doctype html><html lang=en><meta charset=utf-8><title>x</title><body class=a><div>x</div>',
    null,
  ],
  ['a part of a page', '<div id="aod-offer-list"><span>x</span></div>\n', null],
  ['frames', '<html><head></head><frameset><frame></frameset></html>', null],
  ['plain text', 'Internal error', null],
  ['nothing', '', null],

  ['a page without the end of its body', `${head}<div>x</div>`, 'has no end of its body'],
  ['a page with open elements', `${head}<div>x`, 'has no end of its body'],
  ['a page that ends in its head', '<!doctype html><html><head><title>x</title>', 'ends before its body'],
  ['a page that ends after its first tag', '<!doctype html><html>\n', 'ends before its body'],
  [
    'a page that ends after the end of a page inside',
    `${head}<div>${embedded}<p>x</p></div>`,
    'has no end of its body',
  ],
  ['a part of a page with open elements', '<div id="aod-offer-list"><span>x', 'has no end of its body'],
  ['a page that ends in a tag', `${head}<div class="a`, 'ends in a tag'],
  ['a page that ends in its last tag', `${head}</body></ht`, 'ends in a tag'],
  ['a page that ends at the start of a tag', `${head}<`, 'ends in a tag'],
  ['a page that ends at the start of an end tag', `${head}<div></`, 'ends in a tag'],
  ['a page that ends in an end tag', `${head}<div>x</di`, 'ends in a tag'],
  [
    'a page that ends in the value of an attribute',
    `${head}<div data-a-state="{&quot;x&quot;:1}, </body></html>`,
    'ends in a tag',
  ],
  ['a page that ends in its doctype', '<!doctype ht', 'ends in a tag'],
  ['a page that ends in a comment', `${head}<!-- </body></html>`, 'ends in a comment'],
  ['a page that ends in a declaration', `${head}<?xml `, 'ends in a comment'],
  ['a page that ends in a script', `${head}<script>var page = "</body></html>"`, 'ends in the text of <script>'],
  ['a page that ends in its style', '<head><style>body {', 'ends in the text of <style>'],
  ['a page that ends in a text area', `${head}<textarea></body></html>`, 'ends in the text of <textarea>'],
  ['a page that ends in a section of text', `${head}<svg><![CDATA[ x`, 'ends in a section of text'],
]

for (const [what, markup, cut] of pages) {
  test(`${what}: ${cut ?? 'whole'}`, () => {
    assert.equal(parsePage(markup).cut, cut)
    assert.equal(parsePage(Buffer.from(markup)).cut, cut)
  })
}

test('a page with fewer bytes than were announced is cut', async () => {
  const page = `${head}<span id="productTitle">Kettle</span><input id="ASIN" value="B0SHLFX301"></body></html>`
  assert.equal(parsePage(page, { size: page.length }).cut, null)
  assert.equal(parsePage(page, { size: page.length + 9 }).cut, `has ${page.length} of its ${page.length + 9} bytes`)
  assert.equal(extractPage(page, { domain: 'com', size: page.length + 1 }).issues[0]?.problem, 'the page is cut')
  const answer = (headers: Record<string, string>) =>
    extractResponse(new Response(page, { headers }), { domain: 'com' })
  assert.equal((await answer({ 'Content-Length': '9000' })).isCut, true)
  assert.equal((await answer({ 'Content-Length': String(page.length) })).isCut, false)
  // That is the size of the compressed body.
  assert.equal((await answer({ 'Content-Length': '9000', 'Content-Encoding': 'gzip' })).isCut, false)
})
