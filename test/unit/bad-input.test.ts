import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/pages/golden/golden-case.ts'
import { simulatedCases } from '../../adapters/pages/golden/simulated-cases.ts'
import { extractProduct, parsePage, ShelfmarkError, type ErrorCode } from '../../core/index.ts'
import { com } from '../../selectors/index.ts'
import { extractSafely } from '../support/extract-safely.ts'
import { runsOf } from '../support/property-runs.ts'
import { root } from '../support/root.ts'

const goldenCases = readCases(join(root, GOLDEN_DIRECTORY))

/** Every seventh simulated case: different ones for each marketplace, about as many as the golden folder holds. */
const simulated = [...simulatedCases()].filter((_, index) => index % 7 === 0)

const cases = [...goldenCases, ...simulated].map(({ facts, readPage }) => ({
  domain: facts.domain,
  kind: facts.kind,
  bytes: readPage(),
}))

function assertRefused(input: Uint8Array | string, code: ErrorCode): void {
  assert.throws(
    () => parsePage(input),
    (error) => error instanceof ShelfmarkError && error.code === code,
  )
}

/** Repeated markup; each piece is made from its index. */
function repeat(times: number, make: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => make(index)).join('')
}

test('input that is not a page gives no record, and an issue names what is missing', () => {
  const inputs: (Uint8Array | string)[] = [
    '',
    new Uint8Array(),
    '\0'.repeat(1000),
    'just words',
    '{"asin":"B0SHLF0001"}',
    '<!doctype html>',
    '<html><body>',
    Uint8Array.from({ length: 4096 }, (_, index) => (index * 97) % 256),
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]),
    new Uint8Array([0xff, 0xfe]),
    '<div id=productTitle></div><input id=ASIN value=B0SHLF0001>',
    '<span id=productTitle>A bell without a number</span>',
  ]
  for (const input of inputs) assert.equal(extractSafely(input), null, JSON.stringify(input).slice(0, 60))
})

test('a missing field is an issue', () => {
  const { record, issues } = extractProduct(parsePage('<span id=productTitle>Bell</span>'), com)
  assert.equal(record, null)
  assert.deepEqual(issues, [{ field: 'asin', source: '', text: '', problem: 'missing' }])
})

test('an invalid ASIN is refused, a lower-case one is upper-cased', () => {
  const page = parsePage('<input id=ASIN value=b0shlf0001><span id=productTitle>Bell</span>')
  assert.equal(extractProduct(page, com, { asin: 'b0shlf0002' }).record?.asin_in_url, 'B0SHLF0002')
  for (const asin of ['', 'B0SHLF', 'B0SHLF00011', 'https://x/dp/B0SHLF0001']) {
    assert.throws(
      () => extractProduct(page, com, { asin }),
      (error) => error instanceof ShelfmarkError && error.code === 'invalid_argument',
    )
  }
})

test('a page cut off anywhere gives a valid record or none', () => {
  assert.ok(cases.length > 0)
  for (const { domain, bytes } of cases) {
    const step = Math.max(1, Math.floor(bytes.length / runsOf(24)))
    for (let end = 0; end < bytes.length; end += step) extractSafely(bytes.subarray(0, end), domain)
  }
})

test('a page cut off after every kind of markup gives a valid record or none', () => {
  const golden = cases.find(({ kind }) => kind === 'product')
  assert.ok(golden !== undefined)
  const html = new TextDecoder().decode(golden.bytes)
  for (const ending of [
    '<',
    '</',
    '<a',
    '<a href',
    '<a href=',
    '<a href="',
    "<a href='x",
    '<!',
    '<!-',
    '<!--',
    '<!-- x -',
    '&',
    '&am',
    '&#',
    '&#x',
    '<script>',
    '<script>var a = {"b": [1, "',
    '<style>',
    '<textarea>',
    '<title>',
    '<table><tr><td>',
    '<svg><![CDATA[',
    '<template>',
    '<select><option',
    '</p',
    '<?',
    '\r',
    '\u{1F600}',
  ]) {
    assert.notEqual(extractSafely(html + ending, golden.domain), null, ending)
  }
})

test('broken bytes in a page give a valid record or none', () => {
  assert.ok(cases.length > 0)
  const change = fc.tuple(fc.nat(), fc.nat(255))
  const pages = fc.constantFrom(...cases)
  fc.assert(
    fc.property(pages, fc.array(change, { minLength: 1, maxLength: 200 }), ({ domain, bytes }, changes) => {
      const broken = Buffer.from(bytes)
      for (const [place, value] of changes) broken[place % bytes.length] = value
      extractSafely(broken, domain)
    }),
    { numRuns: runsOf(1000) },
  )
})

const MEGABYTE = 1024 * 1024

test('a page beyond a limit is refused with the reason', () => {
  assertRefused(new Uint8Array(8 * MEGABYTE + 1), 'page_too_large')
  assertRefused('x'.repeat(8 * MEGABYTE + 1), 'page_too_large')
  assertRefused('<div>'.repeat(100_000), 'page_too_deep')
  // Every paragraph opens all of them again.
  assertRefused('<b><p>'.repeat(100_000), 'page_too_complex')
  assertRefused('<table><tr><td>'.repeat(30_000), 'page_too_deep')
  assertRefused('<br>'.repeat(2_000_000), 'page_too_complex')
  assertRefused('<div>'.repeat(400) + '<p>x</p>'.repeat(30_000), 'page_too_complex')
  assertRefused(`<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}`).join(' ')}>`, 'page_too_complex')
})

test('a page whose <body> gathers attributes beyond the limit is refused', () => {
  const bodyOf = (first: number): string => `<body ${repeat(600, (index) => `a${first + index} `)}>`
  assert.equal(extractSafely(bodyOf(0) + bodyOf(0)), null)
  assertRefused(bodyOf(0) + bodyOf(600), 'page_too_complex')
})

test('markup that a page keeps as text is left out when it is beyond a limit', () => {
  const head = '<input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span>'
  const deep = '<p>'.repeat(3) + '<div>'.repeat(600)
  const pages = [
    `<div id=bookDescription_feature_div><noscript>${deep}</noscript></div>`,
    `<script>iframeContent = "${deep}"</script>`,
    `<div data-hook=review id=R123456789><p data-hook=reviewRichContentContainer data-original-html="${deep}">x</p></div>`,
  ]
  for (const page of pages) assert.notEqual(extractSafely(head + page), null, page.slice(0, 60))
})
