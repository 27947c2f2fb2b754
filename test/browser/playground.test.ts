import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import type { Receipt } from '../../adapters/web/playground/receipt.ts'
import { toHar, toMhtml, toWarc } from '../support/saved-formats.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'
import { headerOf, startBench } from '../support/service-bench.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { markEachField } from './mark-each-field.ts'
import { findWrongMarks } from './find-wrong-marks.ts'

const execute = promisify(execFile)

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`
const permalink = `${address}/#asin=B0SHLFS081&domain=de`

const entry = (page: Page, path: string) => page.locator(`[data-path="${path}"] > .entry`)

/** Opens a saved page. */
async function upload(page: Page, name: string, content: Uint8Array | string): Promise<void> {
  await page.getByLabel('Saved page').setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(content) })
  await expectVisible(page.getByRole('button', { name: 'Another page' }))
}

test('a permalink shows a simulated product; pointing at a field marks its element', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, permalink)
  await entry(page, 'price').hover()
  await expectVisible(page.locator('.mark .names').filter({ hasText: /^price$/ }))
  const text = await page.frameLocator('iframe').locator('#corePriceDisplay_desktop_feature_div').innerText()
  assert.match(text, /24/)
  await entry(page, 'price').click()
  await expectVisible(page.getByRole('region', { name: 'Candidates of price' }).getByText('won'))
  assert.equal(new URL(page.url()).hash, '#asin=B0SHLFS081&domain=de&field=price')
  await page.reload()
  await expectVisible(page.getByRole('region', { name: 'Candidates of price' }))
  assert.deepEqual(problems, [])
})

test('pointing at an element of the page names its fields, and a click opens the first', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, permalink)
  await entry(page, 'stock').hover()
  const mark = page.locator('.mark')
  await expectVisible(mark)
  const box = await mark.boundingBox()
  assert.ok(box !== null)
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(0, 0)
  await mark.waitFor({ state: 'detached' })
  await page.mouse.move(...middle)
  await expectVisible(page.locator('.pointed[data-path="stock"]'))
  await expectVisible(page.locator('.mark .names').filter({ hasText: 'stock' }))
  await page.mouse.click(...middle)
  await expectVisible(page.getByRole('region', { name: 'Candidates of stock' }))
})

test('a search shows its cards with their positions, ads apart', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}/#search=lantern&domain=co.uk`)
  await expectVisible(page.locator('.outline .position').filter({ hasText: /^Ad 1$/ }))
  await expectVisible(page.locator('.outline .position').filter({ hasText: /^1$/ }))
  await entry(page, 'products[0]').click()
  await entry(page, 'products[0].price').hover()
  await expectVisible(page.locator('.mark .names').filter({ hasText: 'price' }))
})

const HOSTILE = `<!doctype html><html><head><title>x</title><base href="https://elsewhere.example/">
<meta http-equiv="refresh" content="0;url=https://elsewhere.example/refresh">
<link rel="stylesheet" href="https://elsewhere.example/style.css"><script>parent.hacked = 1</script>
<style>@import "https://elsewhere.example/import.css"; p { background: url(https://elsewhere.example/background.png) } </style></head>
<body onload="parent.hacked = 2" style="background: url('https://elsewhere.example/body.png')">
<img src="https://elsewhere.example/a.png" onerror="parent.hacked = 3" srcset="https://elsewhere.example/b.png 2x">
<iframe src="https://elsewhere.example/frame"></iframe><svg onload="parent.hacked = 4"><script>parent.hacked = 5</script></svg>
<object data="https://elsewhere.example/object"></object><video autoplay src="https://elsewhere.example/video"></video>
<p data-shelfmark="1">text</p><a href="javascript:parent.hacked = 6">go</a><template><img src="https://elsewhere.example/t.png"></template>
<noscript><img src="https://elsewhere.example/n.png"></noscript><textarea></textarea><b>bold</b></body></html>`

test('a saved page is read in the browser: nothing is sent, nothing of the page runs or loads', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await expectVisible(page.getByText('Nothing leaves this machine.'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${request.url().replace(address, '')}`))
  await upload(page, 'page.html', new TextEncoder().encode(HOSTILE))
  await expectVisible(page.frameLocator('iframe').getByText('bold'))
  const expected = /^GET \/(?:assets\/[\w-]+\.js|playground\/frame)$/
  assert.deepEqual(
    sent.filter((request) => !expected.test(request)),
    [],
  )
  assert.equal(await page.evaluate(() => 'hacked' in window), false)
  assert.deepEqual(problems, [])
})

test('an Arabic page is laid out from right to left, and its values are in their own direction', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/#asin=B0SHLFS081&domain=eg`)
  await expectVisible(page.locator('.outline'))
  const frame = page.frameLocator('iframe')
  const [direction, language] = await frame
    .locator('html')
    .evaluate((root) => [getComputedStyle(root).direction, root.getAttribute('lang')])
  assert.deepEqual([direction, language], ['rtl', 'ar-ae'])
  const [main, offer] = await Promise.all(
    ['#centerCol', '#rightCol'].map((block) => frame.locator(block).boundingBox()),
  )
  assert.ok((offer?.x ?? 0) < (main?.x ?? 0), 'the offer is at the end of the line')
  const value = entry(page, 'title').locator('.value')
  assert.deepEqual(
    await value.evaluate((element) => [getComputedStyle(element).direction, element.getAttribute('lang')]),
    ['rtl', 'ar'],
  )
  assert.equal(
    await entry(page, 'asin')
      .locator('.value')
      .evaluate((element) => getComputedStyle(element).direction),
    'ltr',
  )
  assert.deepEqual(problems, [])
})

/** A page that links to the styles of its shop, with much above the product. */
const PLAIN = `<!doctype html><html lang="en-us"><head><link rel="stylesheet" href="https://elsewhere.example/a.css">
<style>#sheet { position: fixed; inset: 0; background: #0009 }</style><link rel="canonical" href="https://www.amazon.com/dp/B0SHLF9001"></head>
<body><div id="sheet"></div>${'<p>menu</p>'.repeat(80)}<div id="dp"><div id="ppd"><div id="rightCol"><form><input type="hidden" id="ASIN" value="B0SHLF9001">
<input id="add-to-cart-button" type="submit"></form></div><div id="leftCol">pictures</div><div id="centerCol">
<h1><span id="productTitle">Tern Harbor Enamel Mugs</span></h1><span class="aok-hidden">a template</span></div></div></div>${'<p>more</p>'.repeat(80)}</body></html>`

test('a page without its styles reads like one: blocks in their places, the product in sight, nothing over it', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await upload(page, 'page.html', PLAIN)
  await expectVisible(page.locator('.outline'))
  const frame = page.frameLocator('iframe')
  const boxes = await Promise.all(
    ['#leftCol', '#centerCol', '#rightCol'].map((block) => frame.locator(block).boundingBox()),
  )
  const [left, main, right] = boxes.map((box) => box ?? { x: 0, y: 0 })
  assert.ok(left && main && right && left.x < main.x && main.x < right.x, JSON.stringify(boxes))
  assert.ok(left.y === main.y && main.y === right.y, JSON.stringify(boxes))
  const title = await frame.locator('#productTitle').boundingBox()
  const pane = await page.locator('.page-pane').boundingBox()
  assert.ok(title && pane && title.y >= pane.y && title.y < pane.y + pane.height / 2, JSON.stringify({ title, pane }))
  const covering = await frame.locator('#productTitle').evaluate((element) => {
    const { left: x, top: y } = element.getBoundingClientRect()
    return element.ownerDocument.elementFromPoint(x + 2, y + 2)?.id
  })
  assert.equal(covering, 'productTitle')
  assert.equal(await frame.getByText('a template').isVisible(), false)
  assert.deepEqual(problems, [])
})

test('sheets that lie over a page with its styles are hidden', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}/`)
  await upload(page, 'page.html', PLAIN.replace(/<link rel="stylesheet"[^>]*>/, ''))
  await expectVisible(page.locator('.outline'))
  assert.equal(await page.frameLocator('iframe').locator('#sheet').isVisible(), false)
  await expectVisible(page.frameLocator('iframe').locator('#productTitle'))
})

const HTML = PLAIN.replaceAll('B0SHLF9001', 'B0SHLF9002')
const SAVED = { url: 'https://www.amazon.com/dp/B0SHLF9002', html: HTML }

for (const [format, name, bytes] of [
  ['gzip', 'page.html.gz', gzipSync(HTML)],
  ['MHTML', 'page.mhtml', toMhtml(SAVED)],
  ['HAR', 'page.har', toHar([SAVED])],
  ['WARC', 'page.warc', toWarc([SAVED])],
  ['gzipped WARC', 'page', toWarc([SAVED], true)],
  ['JSON lines', 'page.txt', Buffer.from(JSON.stringify(SAVED))],
] as const) {
  test(`a file is recognized by its bytes and read: ${format}`, async (t) => {
    if (!requireBrowser(t)) return
    const { page, problems } = await openPage(t, `${address}/`)
    await upload(page, name, bytes)
    assert.equal(await entry(page, 'asin').locator('.value').innerText(), 'B0SHLF9002')
    assert.deepEqual(problems, [])
  })
}

test('the pages of a file that holds several are listed, and one is opened', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  const first = { url: 'https://www.amazon.com/dp/B0SHLF9001', html: PLAIN }
  const buffer = toWarc([first, SAVED], true)
  await page.getByLabel('Saved page').setInputFiles({ name: 'crawl.warc.gz', mimeType: '', buffer })
  const pages = page.getByRole('region', { name: 'Pages of the file' })
  await expectVisible(pages)
  assert.equal(await pages.getByRole('listitem').count(), 2)
  await pages.getByRole('button', { name: 'dp/B0SHLF9002' }).click()
  await expectVisible(entry(page, 'asin').getByText('B0SHLF9002'))
  assert.deepEqual(problems, [])
})

for (const [format, bytes, said] of [
  ['PDF', Buffer.from('%PDF-1.7 ...'), 'A PDF file has nothing of the page'],
  ['PNG', Buffer.from('\x89PNG\r\n\x1A\n...', 'latin1'), 'An image has nothing of the page'],
  ['ZIP', Buffer.from('PK\x03\x04...', 'latin1'), 'A ZIP file is not read'],
  ['cut gzip', gzipSync(HTML).subarray(0, 200), 'the file is truncated'],
] as const) {
  test(`a file that can not be read is refused in words: ${format}`, async (t) => {
    if (!requireBrowser(t)) return
    const { page } = await openPage(t, `${address}/`)
    const buffer = Buffer.from(bytes)
    await page.getByLabel('Saved page').setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer })
    await expectVisible(page.getByRole('status').getByText(said))
  })
}

test('a page that is pasted anywhere is opened, and text in a field is not', async (t) => {
  if (!requireBrowser(t)) return
  const { page, context } = await openPage(t, `${address}/`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((html) => navigator.clipboard.writeText(html), HTML)
  await page.getByLabel('ASIN, or words').focus()
  await page.keyboard.press('Control+V')
  assert.notEqual(await page.getByLabel('ASIN, or words').inputValue(), '')
  await page.locator('h1').click()
  await page.keyboard.press('Control+V')
  await expectVisible(entry(page, 'asin').getByText('B0SHLF9002'))
})

test('each candidate of a field shows what it gives, those after the winner too', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${permalink}&field=product_name`)
  const candidates = page.getByRole('region', { name: 'Candidates of product_name' })
  const winner = candidates.getByRole('listitem').filter({ hasText: 'span#productTitle' }).first()
  await expectVisible(winner.getByText('gives'))
  const value = await entry(page, 'product_name').locator('.value').innerText()
  assert.equal(JSON.parse(await winner.locator('.given').innerText()), value)
  const later = candidates.getByRole('listitem').filter({ hasText: 'later' }).first()
  await expectVisible(later.getByText('alone, it would give'))
  assert.equal(JSON.parse(await later.locator('.given').innerText()), value)
  await expectVisible(candidates.getByRole('listitem').filter({ hasText: 'absent' }))
  assert.deepEqual(problems, [])
})

test('a selector that is typed is marked, counted and tried for a field; a wrong one is explained', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${permalink}&field=price`)
  await expectVisible(page.locator('.outline'))
  await page.getByRole('tab', { name: 'Try a selector' }).click()
  const found = page.getByRole('status', { name: 'What the selector finds' })
  const selector = page.getByLabel('Selector', { exact: true })
  await selector.fill('#rightCol .a-price')
  await expectVisible(found.getByText('2 elements, marked'))
  await expectVisible(page.locator('.tried'))
  const price = await page.getByLabel('Field', { exact: true }).inputValue()
  assert.equal(price, 'price', 'the field that is open')
  await expectVisible(found.getByText('Alone, it would give price'))
  const [given, now] = await found.locator('.given').allInnerTexts()
  assert.equal(given, now)
  await selector.fill('#bylineInfo')
  await expectVisible(found.getByText('it would give price no value'))
  await page.getByLabel('Field', { exact: true }).selectOption('title')
  await expectVisible(found.locator('.candidates').getByText('won'))
  await selector.fill('#productTitle > :hover')
  await expectVisible(found.getByText('This is not a selector'))
  await selector.fill('#productTitle[')
  await expectVisible(found.getByText('This is not a selector'))
  assert.equal(await page.locator('.tried').count(), 0)
  assert.deepEqual(problems, [])
})

test('with the keyboard, a person goes from element to element of the page, and to the field of one', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, permalink)
  const cursor = page.getByRole('button', { name: /^Element \d+ of \d+/ })
  await expectVisible(cursor)
  await cursor.focus()
  await page.keyboard.press('End')
  const last = await cursor.getAttribute('aria-label')
  await page.keyboard.press('Home')
  const first = await cursor.getAttribute('aria-label')
  assert.match(first ?? '', /^Element 1 of/)
  assert.notEqual(first, last)
  while (!(await cursor.getAttribute('aria-label'))?.endsWith(': stock')) {
    assert.notEqual(await cursor.getAttribute('aria-label'), last, 'the keys never reach the element of stock')
    await page.keyboard.press('ArrowDown')
  }
  await expectVisible(page.locator('.pointed[data-path="stock"]'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('region', { name: 'Candidates of stock' }))
  await expectVisible(page.locator('[data-path="stock"] > .entry:focus'))
})

const truth = generateProduct({ asin: 'B0SHLFS081', domain: 'de', situation: 'offered' })
const cheaper = { ...truth, record: { ...truth.record, price: 10, price_buybox: 10 } }

test('two pages are shown side by side, with what their records and what gave them differ in', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await upload(page, 'monday.html', renderProduct(truth))
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  // A page whose seller is in another element.
  const moved = renderProduct(cheaper).replace('id="productTitle"', 'id="other"')
  await page
    .getByLabel('Saved page')
    .setInputFiles({ name: 'tuesday.html', mimeType: 'text/html', buffer: Buffer.from(moved) })
  const table = page.getByRole('region', { name: 'Table of differences' })
  await expectVisible(table)
  const row = table.getByRole('row').filter({ has: page.getByText('price', { exact: true }) })
  assert.match(await row.innerText(), /price\s+[\d.]+\s+10 -[\d.]+ %/)
  await expectVisible(table.getByRole('row').filter({ hasText: 'product_name' }).getByText('drift'))
  await row.getByRole('button').hover()
  for (const name of ['Before', 'After']) {
    await expectVisible(page.getByRole('region', { name, exact: true }).locator('.mark .names').getByText('price'))
  }
  await page.getByRole('button', { name: 'Swap the pages' }).click()
  await expectVisible(row.getByText('+'))
  await page.getByRole('button', { name: 'Close the second page' }).click()
  await expectVisible(entry(page, 'asin'))
  assert.deepEqual(problems, [])
})

test('a page is saved as a golden case: a file to download with a skeleton and what is expected of it', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, permalink)
  await expectVisible(entry(page, 'asin'))
  const title = await entry(page, 'title').locator('.value').innerText()
  await page.getByRole('tab', { name: 'Golden case' }).click()
  await page.getByLabel('Name of the case').fill('Not a name')
  await page.getByLabel('What it guards against').fill('a test')
  await page.getByRole('button', { name: 'Make the case' }).click()
  await expectVisible(page.getByText('The name of a case has small letters'))
  await page.getByLabel('Name of the case').fill('from-playground')
  await page.getByRole('button', { name: 'Make the case' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download product/de/from-playground' }).click()
  const zip = readFileSync(await (await download).path())
  const files = unzipSync(zip)
  assert.deepEqual(
    Object.keys(files).toSorted(),
    ['case.json', 'expected.json', 'page.html'].map((name) => `product/de/from-playground/${name}`),
  )
  for (const bytes of Object.values(files)) assert.equal(Buffer.from(bytes).includes(title), false)
  assert.deepEqual(problems, [])
})

test('a receipt names the element, the selector and the hash of the page; its link checks the value', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await upload(page, 'page.html', PLAIN)
  await entry(page, 'product_name').click()
  await page.getByRole('button', { name: 'Receipt' }).click()
  const shown = page.getByRole('region', { name: 'Receipt of product_name' })
  const receipt = JSON.parse(await shown.getByLabel('The receipt as JSON').innerText()) as Receipt
  assert.equal(receipt.value, 'Tern Harbor Enamel Mugs')
  assert.deepEqual(receipt.element, {
    path: '#productTitle',
    html: '<span id="productTitle">Tern Harbor Enamel Mugs</span>',
  })
  assert.equal(receipt.selector, 'span#productTitle')
  assert.equal(receipt.page.sha256, createHash('sha256').update(PLAIN).digest('hex'))
  assert.match(receipt.version, /^shelfmark@\d+\.\d+\.\d+/)
  const link = await shown.getByRole('link', { name: 'Link to this receipt' }).getAttribute('href')
  await page.goto('about:blank')
  await page.goto(link ?? '')
  await expectVisible(page.getByText('Open its page to see'))
  await upload(page, 'page.html', PLAIN)
  await expectVisible(page.getByText('This is the page of the receipt. It gives the same value'))
  await page.getByRole('button', { name: 'Another page' }).click()
  await page.goto('about:blank')
  await page.goto(link ?? '')
  await upload(page, 'page.html', PLAIN.replace('Enamel', 'Steel'))
  await expectVisible(page.getByText('This is another page. It gives another value'))
  assert.deepEqual(problems, [])
})

test('the receipt of a simulated page opens it', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${permalink}&field=price`)
  await page.getByRole('button', { name: 'Receipt' }).click()
  const link = await page.getByRole('link', { name: 'Link to this receipt' }).getAttribute('href')
  await page.goto('about:blank')
  await page.goto(link ?? '')
  await expectVisible(page.getByText('This is the page of the receipt. It gives the same value'))
  await expectVisible(page.getByRole('region', { name: 'Candidates of price' }))
})

test('the service is asked with the sandbox key that the server offers', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await page.getByRole('button', { name: 'Use the sandbox key' }).click()
  await page.getByLabel('ASIN, or words').fill('b0shlfx301')
  await page.getByLabel('Marketplace', { exact: true }).selectOption('de')
  await page.getByRole('button', { name: 'Get the page' }).click()
  await expectVisible(page.getByRole('list', { name: 'About the page' }).getByText('Attempts'))
  assert.equal(await entry(page, 'asin').locator('.value').innerText(), 'B0SHLFX301')
  await page.getByRole('tab', { name: 'Code' }).click()
  const curl = await page.getByLabel('Program: cURL').innerText()
  const target = /'http:\/\/[^/]+(\/[^']+)'/.exec(curl)?.[1] ?? ''
  const answer = await bench.call(target, { key: bench.firstKey ?? '' })
  assert.equal(answer.status, 200)
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  const program = await page.getByLabel('Program: TypeScript', { exact: true }).innerText()
  const printed = await execute(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, SHELFMARK_KEY: bench.firstKey ?? '' },
  })
  assert.match(printed.stdout, /asin: 'B0SHLFX301'/)
  await page.getByRole('tab', { name: 'JSON' }).click()
  const read = JSON.parse(await page.getByLabel('The record as JSON').innerText()) as object
  assert.deepEqual(read, JSON.parse(answer.bytes.toString()), 'the browser reads what the service reads')
  assert.deepEqual(problems, [])
})

test('a page is asked for at a place, which the answer proves', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await page.getByRole('button', { name: 'Use the sandbox key' }).click()
  await page.getByLabel('ASIN, or words').fill('b0shlfx301')
  await page.getByLabel('Postal code').fill('10001')
  await page.getByRole('button', { name: 'Get the page' }).click()
  await expectVisible(page.getByRole('list', { name: 'About the page' }).getByText('confirmed'))
  assert.equal(await entry(page, 'delivery_location').locator('.value').innerText(), 'New York 10001')
  await page.getByRole('tab', { name: 'Code' }).click()
  assert.match(await page.getByLabel('Program: cURL').innerText(), /&zip=10001'/)
  assert.match(await page.getByLabel('Program: TypeScript', { exact: true }).innerText(), /zip: "10001" }/)
  assert.deepEqual(problems, [])
})

test('everything works with the keyboard alone', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}/`)
  await expectVisible(page.getByRole('heading', { level: 1 }))
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const tabTo = async (text: string): Promise<void> => {
    for (let steps = 0; (await focused()) !== text; steps++) {
      assert.ok(steps < 80, `the Tab key never reaches "${text}"`)
      await page.keyboard.press('Tab')
    }
  }
  await tabTo('Skip to the content')
  await page.keyboard.press('Enter')
  await tabTo('a product in Germany')
  await page.keyboard.press('Enter')
  await expectVisible(entry(page, 'asin'))
  await tabTo('Fields')
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(), 'JSON')
  await expectVisible(page.getByLabel('The record as JSON'))
  await page.keyboard.press('Home')
  await expectVisible(entry(page, 'asin'))
  for (let steps = 0; (await page.locator('[data-path="asin"] > .entry:focus').count()) === 0; steps++) {
    assert.ok(steps < 10, 'the Tab key never reaches the fields')
    await page.keyboard.press('Tab')
  }
  await expectVisible(page.locator('.mark'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('region', { name: 'Candidates of asin' }))
})

test('on real pages, the element that is marked for a field holds its value', async (t) => {
  if (!requireBrowser(t) || !requireShared(t, corpusDirectory)) return
  const all = listCorpusPages()
  const chosen = ['product', 'search'].flatMap((wanted) => {
    const own = all.filter(({ kind }) => kind === wanted)
    return own.filter((_, index) => index % Math.ceil(own.length / 8) === 0)
  })
  const { page, problems } = await openPage(t, `${address}/`)
  const wrong: string[] = []
  for (const { file } of chosen) {
    await upload(page, file, readCorpusPage(file))
    wrong.push(...findWrongMarks(file, await markEachField(page)))
    await page.getByRole('button', { name: 'Another page' }).click()
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(problems, [])
})
