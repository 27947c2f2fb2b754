import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { toHar, toMhtml, toWarc } from '../support/saved-formats.ts'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { entry, PLAIN, upload } from './playground-page.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`

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
  await untilPasses(async () => {
    const [direction, language] = await frame
      .locator('html')
      .evaluate((root) => [getComputedStyle(root).direction, root.getAttribute('lang')])
    assert.deepEqual([direction, language], ['rtl', 'ar-ae'])
    const [main, offer] = await Promise.all(
      ['#centerCol', '#rightCol'].map((block) => frame.locator(block).boundingBox()),
    )
    assert.ok(main && offer && offer.x < main.x, 'the offer is at the end of the line')
  })
  const value = entry(page, 'stock').locator('.value')
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

test('a page without its styles reads like one: blocks in their places, the product in sight, nothing over it', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await upload(page, 'page.html', PLAIN)
  await expectVisible(page.locator('.outline'))
  const frame = page.frameLocator('iframe')
  await untilPasses(async () => {
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
  })
  await frame.getByText('a template').waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('sheets that lie over a page with its styles are hidden', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}/`)
  await upload(page, 'page.html', PLAIN.replace(/<link rel="stylesheet"[^>]*>/, ''))
  await expectVisible(page.locator('.outline'))
  await expectVisible(page.frameLocator('iframe').locator('#productTitle'))
  await page.frameLocator('iframe').locator('#sheet').waitFor({ state: 'hidden' })
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
    await expectVisible(entry(page, 'asin').locator('.value').getByText('B0SHLF9002', { exact: true }))
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
  await untilPasses(async () => assert.equal(await pages.getByRole('listitem').count(), 2))
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
  await untilPasses(async () => assert.notEqual(await page.getByLabel('ASIN, or words').inputValue(), ''))
  await page.locator('h1').click()
  await page.keyboard.press('Control+V')
  await expectVisible(entry(page, 'asin').getByText('B0SHLF9002'))
})
