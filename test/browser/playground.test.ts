import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'
import { headerOf, startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { findWrongMarks } from './find-wrong-marks.ts'
import { markEachField } from './mark-each-field.ts'
import { entry, upload } from './playground-page.ts'

const execute = promisify(execFile)

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}`
const permalink = `${address}/#asin=B0SHLFS081&domain=de`

test('a permalink shows a simulated product; pointing at a field marks its element', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, permalink)
  await entry(page, 'price').hover()
  await expectVisible(page.locator('.mark .names').filter({ hasText: /^price$/ }))
  const price = page.frameLocator('iframe').locator('#corePriceDisplay_desktop_feature_div')
  await untilPasses(async () => assert.match(await price.innerText(), /24/))
  await entry(page, 'price').click()
  await expectVisible(page.getByRole('region', { name: 'Candidates of price' }).getByText('won'))
  await untilPasses(async () => assert.equal(new URL(page.url()).hash, '#asin=B0SHLFS081&domain=de&field=price'))
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

test('the service is asked with the sandbox key that the server offers', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, `${address}/`)
  await page.getByRole('button', { name: 'Use the sandbox key' }).click()
  await page.getByLabel('ASIN, or words').fill('b0shlfx301')
  await page.getByLabel('Marketplace', { exact: true }).selectOption('de')
  await page.getByRole('button', { name: 'Get the page' }).click()
  await expectVisible(page.getByRole('list', { name: 'About the page' }).getByText('Attempts'))
  await expectVisible(entry(page, 'asin').locator('.value').getByText('B0SHLFX301', { exact: true }))
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
  await expectVisible(entry(page, 'delivery_location').locator('.value').getByText('New York 10001', { exact: true }))
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
  await untilPasses(async () => assert.equal(await focused(), 'JSON'))
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

test('with the keyboard, a person goes from element to element of the page, and to the field of one', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, permalink)
  const cursor = page.getByRole('button', { name: /^Element \d+ of \d+/ })
  await expectVisible(cursor)
  await cursor.focus()
  const labelOf = async (): Promise<string> => (await cursor.getAttribute('aria-label')) ?? ''
  /** Presses a key, and waits until the label matches. */
  const press = async (key: string, label: RegExp): Promise<void> => {
    await page.keyboard.press(key)
    await untilPasses(async () => assert.match(await labelOf(), label))
  }
  await press('End', /^Element (\d+) of \1:/)
  const last = await labelOf()
  await press('Home', /^Element 1 of/)
  for (let position = 1; !(await labelOf()).endsWith(': stock'); position++) {
    assert.notEqual(await labelOf(), last, 'the keys never reach the element of stock')
    await press('ArrowDown', new RegExp(`^Element ${position + 1} of`))
  }
  await expectVisible(page.locator('.pointed[data-path="stock"]'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('region', { name: 'Candidates of stock' }))
  await expectVisible(page.locator('[data-path="stock"] > .entry:focus'))
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
