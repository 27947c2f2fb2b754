import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { GOLDEN_DIRECTORY, readCases } from '../../adapters/golden/golden-case.ts'
import { simulatedCases } from '../../adapters/golden/simulated-cases.ts'
import {
  extractProduct,
  extractSearch,
  parsePage,
  productSchema,
  searchSchema,
  ShelfmarkError,
  type ErrorCode,
} from '../../core/index.ts'
import { com, marketplaces } from '../../selectors/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

const goldenCases = readCases(join(import.meta.dirname, '../..', GOLDEN_DIRECTORY))

/** Every seventh simulated case: others of each marketplace, about as many as the golden folder holds. */
const simulated = [...simulatedCases()].filter((_, index) => index % 7 === 0)

const cases = [...goldenCases, ...simulated].map(({ facts, readPage }) => ({ domain: facts.domain, bytes: readPage() }))

/** The record of whatever this is, which must be valid or null, with the reason among the issues; its cards as well. */
function extractSafely(input: Uint8Array | string, domain = 'com'): unknown {
  const page = parsePage(input)
  const marketplace = marketplaces.get(domain) ?? com
  const { record, issues } = extractProduct(page, marketplace)
  if (record === null) assert.ok(issues.some(({ problem }) => problem === 'missing'))
  else v.parse(productSchema, record)

  const search = extractSearch(page, marketplace)
  if (search.response === null) assert.ok(search.issues.some(({ problem }) => problem === 'missing'))
  else v.parse(searchSchema, search.response)
  return record
}

function assertRefused(input: Uint8Array | string, code: ErrorCode): void {
  assert.throws(
    () => parsePage(input),
    (error) => error instanceof ShelfmarkError && error.code === code,
  )
}

/** A piece of markup as often as asked, each made with its number. */
function repeat(times: number, make: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => make(index)).join('')
}

/** A number in letters. */
function letters(index: number): string {
  return String(index).replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))
}

/** What costs the square of a page's size takes minutes; what costs its size takes a second or two, on a busy machine some more. */
const MOST_MS = 15_000

/** Milliseconds that a task takes of the processor, whatever else runs beside it. */
function timeOf(task: () => void): number {
  const start = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test('what is no page gives no record, and says what is missing', () => {
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

test('what is missing is said', () => {
  const { record, issues } = extractProduct(parsePage('<span id=productTitle>Bell</span>'), com)
  assert.equal(record, null)
  assert.deepEqual(issues, [{ field: 'asin', source: '', text: '', problem: 'missing' }])
})

test('an ASIN that is none is refused, a lower-case one is raised', () => {
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
    const step = Math.max(1, Math.floor(bytes.length / 24))
    for (let end = 0; end < bytes.length; end += step) extractSafely(bytes.subarray(0, end), domain)
  }
})

test('a page cut off behind every kind of markup gives a valid record or none', () => {
  const golden = cases[0]
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
    { numRuns: 1000 },
  )
})

const MEGABYTE = 1024 * 1024

test('8 MB of anything is read in a moment or refused', () => {
  const size = 8 * MEGABYTE - 200
  const head = '<input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span>'
  const card = '<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2>'
  const fillings = {
    text: head + 'x'.repeat(size),
    words: head + 'word '.repeat(size / 5),
    'less-than signs': head + '<'.repeat(size),
    ampersands: head + '&'.repeat(size),
    'an attribute': `${head}<p title="${'x'.repeat(size)}">`,
    'a comment': `${head}<!--${'-'.repeat(size)}`,
    'a script': `${head}<script>${'{"a":['.repeat(size / 7)}</script>`,
    'a script of one key': `${head}<script>${'"parentAsin":{'.repeat(size / 15)}</script>`,
    'a script of quotes': `${head}<script>"colorImages":"${'\\"'.repeat(size / 3)}</script>`,
    'a title': `<input id=ASIN value=B0SHLF0001><span id=productTitle>${'x '.repeat(size / 2)}</span>`,
    'a price': `${head}<div id=corePrice_feature_div><span class=a-price><span class=a-offscreen>$${'9'.repeat(size)}</span></span></div>`,
    'a card':
      `<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2>${'<i>x</i>'.repeat(20_000)}</div>${head}`.padEnd(
        size,
        ' ',
      ),
    cards: `${head}${'<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2></div>'.repeat(20_000)}`,
    'items of a list that :has() asks about': `${head}<div class=cm_cr_grid_center_right_non_images_widgets><div>${'<div><span>x</span></div>'.repeat(60_000)}</div></div>`,
    'open comments in a script': `${head}<script>${'<!--<script>'.repeat(size / 13)}`,
    'lists that share an id': `${head}${'<ul id=feature-bullets><li>x</ul>'.repeat(20_000)}`,
    'offers that share the id of their buttons': `${head}<div id=buyBoxAccordion>${'<div id=xAccordionRow><input id=add-to-cart-button></div>'.repeat(15_000)}</div>`,
    'siblings behind which none stands': `${head}${card}${'<span aria-label=x>x</span>'.repeat(15_000)}</div>`,
    'siblings that ask for the next': `${head}<div id=buybox>${'<p><i class=a-icon-prime hidden></i></p>'.repeat(20_000)}</div>`,
    'a style round many': `${head}<div style="${'x;'.repeat(size / 4)}">${'<i class=couponLabelText></i>'.repeat(20_000)}</div>`,
    'classes round many': `${head}<div class="${'x '.repeat(size / 4)}"><b class=accordion-row-left-content></b>${'<i class=a-color-success>x</i>'.repeat(10_000)}</div>`,
    'an address round many': `${head}${card}<a href="${'x'.repeat(size / 2)}">${'<i class=s-price>x</i>'.repeat(50_000)}</a></div>`,
    'attributes round many': `${head}${`<div ${repeat(990, (index) => `s${index}e `)}>`.repeat(50)}${'<i class=couponLabelText></i>'.repeat(20_000)}`,
    'tags of many attributes': `${head}${`<input ${repeat(990, (index) => `a${index} `)}>`.repeat(1500)}`,
    'prices of nothing in a block of words': `${head}${card}<div data-cy=price-recipe>x${'<i class=a-price>$0</i>'.repeat(8000)}</div></div>`,
    'prices of nothing above lines': `${head}${card}<div class=a-row>x${'<i class=a-price>$0</i>'.repeat(8000)}</div><div class="a-row a-size-base a-color-secondary">${'<span>x</span>'.repeat(8000)}</div></div>`,
    'prices for a time': `${head}${card}<div class=a-row>${'to rent '.repeat(20_000)}${'<i class=a-price>$1</i>'.repeat(20_000)}</div></div>`,
    'rules between prices': `${head}${card}<div data-cy=price-recipe>${'<hr><i class=a-price>$1</i>'.repeat(15_000)}</div></div>`,
    'formats without end': `${head}${card}${'<div class=a-section><div class=a-row><a class=a-text-bold>x</a></div><div class=a-row><i class=a-price>$1</i></div></div>'.repeat(6000)}</div>`,
    'offers without end': `${head}${card}${'<div class=a-row><a href="/gp/offer-listing/x">2 offers</a></div>'.repeat(10_000)}</div>`,
    'a count of averages': `${head}${card}<a href="#customerReviews" aria-label="${'5 x'.repeat(80_000)}">x</a></div>`,
    'prices in a link of words': `${head}${card}<a>x${'<i class=s-price>$1</i>'.repeat(20_000)}</a></div>`,
    'formats for nothing': `${head}<ul id=tmmSwatches>${'<li><a>x</a><b class=slot-price>$0</b><b class=slot-extraMessage></b></li>'.repeat(5000)}</ul>`,
    'reviews inside of reviews': `${head}${repeat(480, (index) => `<div data-hook=review id=R${100_000_000 + index}>`)}<p data-hook=review-body>${'x'.repeat(size / 2)}`,
    'lists of links inside of each other': `${head}<div id=wayfinding-breadcrumbs_feature_div>${'<ul>'.repeat(480)}${'<a href=/x>x</a>'.repeat(4000)}`,
    'rows inside of rows': `${head}<div id=prodDetails>${'<table><tr><td>'.repeat(120)}${'x'.repeat(size / 2)}`,
    'a price of points': `${head}<b id=priceblock_ourprice>${'1.'.repeat(size / 2)}</b>`,
    'a price of numbers': `${head}<b id=priceblock_ourprice>${'1 '.repeat(size / 2)}</b>`,
    'a title of brackets': `<input id=ASIN value=B0SHLF0001><span id=productTitle>${'('.repeat(size)}</span><div id=desktop_buybox><input id=add-to-cart-button></div>`,
    'a label of colons': `${head}<table id=prodDetails><tr><th>${':'.repeat(200_000)}x<td>x</table>`,
    'a label of marks': `${head}<table id=prodDetails><tr><th>x${'\u0315\u0300'.repeat(200_000)}<td>x</table>`,
    'a unit price of brackets': `${head}<b class=apex-priceperunit-value>${')'.repeat(200_000)}x</b>`,
    'a coupon of bars': `${head}<b class=couponLabelText>${'|'.repeat(200_000)}x</b>`,
    'a seller of commas': `${head}<div id=desktop_buybox><input id=add-to-cart-button><b id=sellerProfileTriggerId>${','.repeat(200_000)}x</b></div>`,
    'a date of question marks': `${head}<div id=desktop_buybox><input id=add-to-cart-button><p id=ddmDeliveryMessage><b>1 ${'?'.repeat(200_000)}x</b></div>`,
    'an image of size marks': `${head}<div id=imageBlockThumbs><img src="https://m/${'._'.repeat(size / 2)}"></div>`,
    'an image of sources': `${head}${card}<img class=s-image src=/x srcset="${'x'.repeat(size)}"></div>`,
    'a link to a long host': `${head}<div id=breadcrumb_feature_div><a href="http://${repeat(200_000, (index) => String.fromCharCode(0x4e00 + (index % 20_000)))}">x</a></div>`,
    'a script of open comments': `${head}<script>${'videos:/*'.repeat(size / 9)}</script>`,
    'a script of line comments': `${head}<script>videos:[${'//\n'.repeat(size / 3)}]</script>`,
    'a script of parents': `${head}<script>${'"parentAsin":"B0SHLF0002",'.repeat(size / 26)}</script>`,
    'children and their swatches': `${head}<script>"dimensionValuesDisplayData":{${repeat(12_000, (index) => `"B0S${1_000_000 + index}":["${index}"],`)}},"dimensions":["size"]</script><ul id=twister>${repeat(12_000, (index) => `<li id=_name_>${11_999 - index}`)}</ul>`,
    'children of a long dimension': `${head}<script>"dimensionValuesDisplayData":{${repeat(20_000, (index) => `"B0S${1_000_000 + index}":["x"],`)}},"dimensions":["${'x'.repeat(size / 2)}"]</script>`,
    'swatches of a long dimension': `${head}<div id=variation_x><b class=a-form-label>${'x'.repeat(size / 2)}</b>${repeat(20_000, (index) => `<li data-defaultasin=B0S${1_000_000 + index}>`)}</div>`,
    'offers elsewhere, each of its condition': `${head}${repeat(40_000, (index) => `<a href="/gp/offer-listing/B0SHLF0001?condition=${letters(index)}">1</a>`)}`,
    'parts in other offers': `${head}<div id=buyBoxAccordion>${'<div id=xAccordionRow><input id=add-to-cart-button></div>'.repeat(7000)}</div>${'<b id=availability></b>'.repeat(7000)}`,
    'promises, each of its date': `${head}<div id=desktop_buybox><input id=add-to-cart-button><div id=deliveryBlockMessage>${repeat(38_000, (index) => `<p data-csa-c-delivery-time><b>1 ${index}</b></p>`)}</div></div>`,
    'links of a rank': `${head}<div id=SalesRank>#1 in ${repeat(10_000, (index) => `<a href=/${index}>x${index}</a> > `)}</div>`,
    'a rank of brackets': `${head}<div id=SalesRank>1${'('.repeat(size)}</div>`,
    'coupons without words': `${head}<div id=promoPriceBlockMessage_feature_div>${'<i id=couponLabel><a>x</a></i>'.repeat(40_000)}</div>`,
    'quantities to choose from': `${head}<div id=desktop_buybox><input id=add-to-cart-button><select name=quantity>${'<option value=1>'.repeat(150_000)}</select></div>`,
  }
  for (const [name, html] of Object.entries(fillings)) {
    const time = timeOf(() => assert.notEqual(extractSafely(html), null, name))
    assert.ok(time < MOST_MS, `${name} took ${Math.round(time)} ms`)
  }
})

test('a page beyond a limit is refused with the reason', () => {
  assertRefused(new Uint8Array(8 * MEGABYTE + 1), 'page_too_large')
  assertRefused('x'.repeat(8 * MEGABYTE + 1), 'page_too_large')
  assertRefused('<div>'.repeat(100_000), 'page_too_deep')
  // Every paragraph opens all of them anew.
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

test('100,000 tags that are not nested are read', () => {
  const html = `<input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span>${'<i>x</i>'.repeat(100_000)}`
  const time = timeOf(() => assert.notEqual(extractSafely(html), null))
  assert.ok(time < MOST_MS, `${Math.round(time)} ms`)
})

test('pages of other kinds give no record, or one that is valid', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const others = listCorpusPages().filter(({ kind }) => kind !== 'product')
  for (const { file, domain, kind } of others) {
    const record = extractSafely(readCorpusPage(file), domain)
    if (kind === 'search') assert.equal(record, null, file)
  }
  t.diagnostic(`${others.length} pages`)
  assert.ok(others.length > 20)
})
