import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { GOLDEN_DIRECTORY, readCases, type GoldenCase } from '../../adapters/pages/golden/golden-case.ts'
import {
  extractPage,
  extractRecord,
  extractResponse,
  ShelfmarkError,
  type Domain,
  type PageInput,
} from '../../adapters/pages/index.ts'
import { findRecordOf, MAX_PAGE_SIZE, parsePage } from '../../core/index.ts'
import { root } from '../support/root.ts'
import { toHar, toMhtml, toWarc } from '../support/saved-formats.ts'

const CAPTCHA = '<form action="/errors/validateCaptcha"><p>Enter the characters you see below</form>'
const cases = readCases(join(root, GOLDEN_DIRECTORY))

test('every golden case gives the same result as bytes, text, an ArrayBuffer and a response', async () => {
  assert.ok(cases.length > 50, `${cases.length} cases`)
  for (const golden of cases) {
    const bytes = Uint8Array.from(golden.readPage())
    const { domain, asin, status, url } = golden.facts
    const options = { domain, asin, status, url }
    const expected = extractPage(bytes, options)
    const text = parsePage(bytes).decode()
    assert.deepEqual(withoutSize(extractPage(text, options)), withoutSize(expected), golden.name)
    assert.deepEqual(extractPage(bytes.buffer, options), expected, golden.name)
    const response = await extractResponse(responseOf(golden, bytes), { domain, asin })
    assert.deepEqual(response, extractPage(bytes, { domain, asin, url, status: status ?? 200 }), golden.name)
  }
})

function responseOf({ facts: { url, status } }: GoldenCase, bytes: Uint8Array<ArrayBuffer>): Response {
  const response = new Response(bytes, { status: status ?? 200, headers: { 'content-type': 'text/html' } })
  // A constructed response has no address.
  return Object.defineProperty(response, 'url', { value: url ?? '' })
}

/** The evidence of small pages names their size, which depends on the encoding. */
function withoutSize<T extends { readonly evidence: string }>(extraction: T): T {
  return { ...extraction, evidence: extraction.evidence.replace(/\d+ bytes/, 'bytes') }
}

test('a captcha as text is a captcha', () => {
  assert.equal(extractPage(CAPTCHA).kind, 'captcha')
})

test('text has no encoding, whatever it declares', () => {
  const page = `<html lang=ja><meta charset=shift_jis><title>鐘</title><div id=dp><input id=ASIN value=B0SHLF0001><span id=productTitle>鐘 ベル</span></div>`
  const { record } = extractPage(page, { domain: 'co.jp', contentType: 'text/html; charset=shift_jis' })
  assert.equal(record !== null && 'title' in record ? record.title : null, '鐘 ベル')
})

const NO_PAGES: readonly [value: unknown, name: RegExp][] = [
  [null, /not null\.$/],
  [undefined, /not undefined\.$/],
  [42, /not a number\.$/],
  [{}, /not an instance of Object\.$/],
  [[60, 112], /not an array\.$/],
  [new Response(''), /not an instance of Response\.$/],
  [new DataView(new ArrayBuffer(8)), /not an instance of DataView\.$/],
  [Promise.resolve(''), /not an instance of Promise\. Await it first\.$/],
]

for (const [value, message] of NO_PAGES) {
  test(`${Object.prototype.toString.call(value)} is not a page`, () => {
    const expected = (error: unknown): boolean =>
      error instanceof ShelfmarkError && error.code === 'invalid_argument' && message.test(error.message)
    assert.throws(() => extractPage(value as PageInput), expected)
    assert.throws(() => parsePage(value as PageInput), expected)
  })
}

test('a page of a marketplace that is not known is named as such; with a domain, it is read', () => {
  const page =
    '<link rel="canonical" href="https://www.amazon.com.ng/dp/B0SHLF0900"><span id="productTitle">A bell</span>'
  const { kind, domain, evidence, issues } = extractPage(page)
  assert.deepEqual([kind, domain], ['unknown', null])
  assert.equal(evidence, 'a product page (span#productTitle) of amazon.com.ng, which is not one of the marketplaces')
  assert.match(
    issues[0]?.text ?? '',
    /^amazon\.com\.ng is not one of the marketplaces, com, .*, co\.za: pass the domain of one like it$/,
  )
  const read = extractPage(page, { domain: 'com' })
  assert.deepEqual([read.kind, read.domain], ['product', 'com'])
})

test('a page that names no marketplace is unknown, with the issue that the domain is missing; with a domain, it is read', () => {
  const kinds = new Set<string>()
  for (const { facts, readPage, name } of cases) {
    const text = Buffer.from(readPage())
      .toString('latin1')
      .replaceAll(/amazon/gi, 'nowhere')
    const bytes = Buffer.from(text, 'latin1')
    const { domain, asin, status } = facts
    const given = extractPage(bytes, { domain, asin, status })
    const page = extractPage(bytes, { asin, status })
    assert.equal(page.domain, null, name)
    if (findRecordOf(given.kind) === null) {
      assert.deepEqual(page, { ...given, domain: null }, name)
      continue
    }
    kinds.add(given.kind)
    assert.equal(given.domain, domain, name)
    assert.deepEqual([page.kind, page.record, page.winners], ['unknown', null, {}], name)
    assert.deepEqual(
      page.issues.map(({ field, text: said, problem }) => [field, said, problem]),
      [['domain', 'the page names no marketplace: pass domain', 'missing']],
    )
    assert.equal(page.evidence, `a ${given.kind} page (${given.evidence}) that names no marketplace: pass domain`)
    if (given.kind === 'product') assert.equal(extractRecord('reviews', bytes, { asin, status }).kind, 'unknown')
    const url = `https://www.amazon.${domain}/`
    assert.deepEqual(extractPage(bytes, { asin, status, url }), extractPage(bytes, { domain, asin, status, url }), name)
  }
  assert.ok(kinds.has('product') && kinds.has('search') && kinds.size >= 5, [...kinds].join())
})

test('a domain that does not exist is an invalid argument, whatever the page is', () => {
  const product = '<span id=productTitle>A bell</span>'
  for (const page of [product, CAPTCHA, '<p>Hello', '', gzipSync(product)]) {
    const expected = {
      code: 'invalid_argument',
      message: 'There is no marketplace "dee". Did you mean "de"?',
    }
    assert.throws(() => extractPage(page, { domain: 'dee' as Domain }), expected)
    assert.throws(() => extractRecord('reviews', page, { domain: 'dee' as Domain }), expected)
    const listed = { ...expected, message: /^There is no marketplace "xx"\. Choose one of: com, co\.uk, de/ }
    assert.throws(() => extractPage(page, { domain: 'xx' as Domain }), listed)
  }
})

test('a response is read up to the largest page', async () => {
  let chunks = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      chunks++
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  await assert.rejects(extractResponse(new Response(endless)), { code: 'page_too_large' })
  assert.ok(chunks <= MAX_PAGE_SIZE / (1024 * 1024) + 2, `${chunks} chunks`)
})

test('what is not an unread response is an invalid argument', async () => {
  const read = new Response(CAPTCHA)
  await read.text()
  await assert.rejects(extractResponse(read), { code: 'invalid_argument', message: /was read already/ })
  await assert.rejects(extractResponse({} as Response), { code: 'invalid_argument', message: /takes a Response/ })
})

test('a response without a body has no record', async () => {
  const { kind, record } = await extractResponse(new Response(null, { status: 204 }))
  assert.deepEqual([kind, record], ['unknown', null])
})

test('a file that holds pages, or is compressed, is no page: the evidence says what it is, and nothing is read', () => {
  const golden = cases.find(({ facts }) => facts.kind === 'product')
  assert.ok(golden)
  const html = Buffer.from(golden.readPage()).toString()
  const pages = [html, html.replace('productTitle', 'other')].map((html) => ({ url: 'https://www.amazon.de/', html }))
  const rows: readonly (readonly [string, Uint8Array])[] = [
    ['a WARC file', toWarc(pages)],
    ['an MHTML file', toMhtml({ url: 'x', html })],
    ['a HAR file', toHar(pages)],
    ['a gzip file', gzipSync(html)],
    ['a gzip file', toWarc(pages, true)],
    ['a ZIP file', Buffer.from(`PK\x03\x04${html}`, 'latin1')],
    ['a PDF file', Buffer.from(`%PDF-1.7${html}`)],
    ['an image', Buffer.from(`\x89PNG\r\n\x1A\n${html}`, 'latin1')],
    ['a zstd file', Buffer.from(`\x28\xB5\x2F\xFD${html}`, 'latin1')],
  ]
  for (const [what, bytes] of rows) {
    const { kind, record, domain, evidence } = extractPage(bytes)
    assert.deepEqual([kind, record, domain], ['unknown', null, null], what)
    assert.ok(evidence.startsWith(`${what}, not a page: `), evidence)
  }
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 167 + 59) % 256)
  assert.equal(extractPage(bytes).evidence, 'not a page: it has bytes that are in no text')
  assert.equal(extractPage(toWarc(pages), { status: 404 }).kind, 'not_found')
  assert.equal(extractPage(Buffer.concat([toWarc(pages), Buffer.alloc(MAX_PAGE_SIZE)])).kind, 'unknown')
  assert.match(extractPage(toWarc(pages).toString()).evidence, /^a WARC file/)
  assert.equal(extractPage(`From: x\n${html}`).kind, 'product')
})
