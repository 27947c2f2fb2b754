import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import type { Receipt } from '../../adapters/web/playground/reader/protocol.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { entry, PLAIN, upload } from './playground-page.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`
const permalink = `${address}/#asin=B0SHLFS081&domain=de`

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
  const field = page.getByLabel('Field', { exact: true })
  await untilPasses(async () => assert.equal(await field.inputValue(), 'price', 'the field that is open'))
  await expectVisible(found.getByText('Alone, it would give price'))
  await untilPasses(async () => {
    const [given, now] = await found.locator('.given').allInnerTexts()
    assert.ok(given !== undefined)
    assert.equal(given, now)
  })
  await selector.fill('#bylineInfo')
  await expectVisible(found.getByText('it would give price no value'))
  await field.selectOption('title')
  await expectVisible(found.locator('.candidates').getByText('won'))
  await selector.fill('#productTitle > :hover')
  await expectVisible(found.getByText('This is not a selector'))
  await selector.fill('#productTitle[')
  await expectVisible(found.getByText('This is not a selector'))
  await untilPasses(async () => assert.equal(await page.locator('.tried').count(), 0))
  assert.deepEqual(problems, [])
})

test('another record is read from the same page: reviews from that of a product', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, permalink)
  await expectVisible(entry(page, 'price'))
  const choice = page.getByLabel('Read from this page')
  await untilPasses(async () =>
    assert.deepEqual(await choice.locator('option').allInnerTexts(), ['Product', 'Offers', 'Reviews']),
  )
  await choice.selectOption('Reviews')
  await expectVisible(page.locator('ol.rows > li').first())
  await page.getByRole('tab', { name: 'Code' }).click()
  await expectVisible(page.getByText('extract page.html --record reviews --pretty'))
  await page.getByRole('tab', { name: 'Fields' }).click()
  await choice.selectOption('Offers')
  await expectVisible(page.getByText('This page does not show it'))
  await choice.selectOption('Product')
  await expectVisible(entry(page, 'price'))
  assert.deepEqual(problems, [])
})

test('the service is asked for any record by its name', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  const { key } = await bench.createCaller(undefined, 'test')
  await page.getByLabel('What to read').selectOption('Reviews')
  await page.getByLabel('Query', { exact: true }).fill('B0SHLFS081')
  await page.getByLabel('Marketplace', { exact: true }).selectOption('de')
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Get the page' }).click()
  await expectVisible(entry(page, 'rating_stars_distribution'))
  const choice = page.getByLabel('Read from this page')
  await untilPasses(async () => assert.equal(await choice.inputValue(), 'reviews'))
  assert.deepEqual(problems, [])
})

const truth = generateProduct({ asin: 'B0SHLFS081', domain: 'de', situation: 'offered' })
const buybox = truth.record.buybox.map((offer) => ({ ...offer, price: 10 }))
const cheaper = { ...truth, record: { ...truth.record, price: 10, price_buybox: 10, buybox } }

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
  await untilPasses(async () => assert.match(await row.innerText(), /price\s+[\d.]+\s+10 -[\d.]+ %/))
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
