// Takes more than 20 seconds: a browser opens pages that a server has kept.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PageSamples } from '../../adapters/fetch/samples/page-samples.ts'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { assertAccessible, expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const directory = mkdtempSync(join(tmpdir(), 'shelfmark-samples-'))
const { filled, address, close } = await startFilledBench(3, { SHELFMARK_PAGE_SAMPLES: directory })
test.after(async () => {
  await close()
  rmSync(directory, { recursive: true })
})

const URL_OF_PAGE = 'https://www.amazon.com/dp/B0SHLF9001'
const FACTS = { record: 'product', domain: 'com', url: URL_OF_PAGE, status: 200, contentType: 'text/html' }
const printPage = (brand: string): Buffer =>
  Buffer.from(`<!doctype html><html lang="en-us"><head><link rel="canonical" href="${URL_OF_PAGE}"></head><body><div id="dp">
<h1><span id="productTitle">Tern Harbor Enamel Mugs</span></h1>${brand}
<img src="https://elsewhere.example/seen.png" onerror="document.title = 'ran'"><script>document.title = 'ran'</script></div></body></html>`)

test('from a field that has vanished, its pages of the last day are opened and compared', async (t) => {
  if (!requireBrowser(t)) return
  let nowMs = Date.now() - 60_000
  const samples = await PageSamples.open({
    directory,
    epochMs: () => nowMs,
    onProblem: (problem) => assert.fail(String(problem)),
  })
  samples.keep(
    { ...FACTS, sources: { title: ['#productTitle'], brand: ['#bylineInfo'] } },
    printPage('<a id="bylineInfo">Brand: Tern Harbor</a>'),
  )
  nowMs += 30_000
  samples.keep({ ...FACTS, sources: { title: ['#productTitle'] } }, printPage('<a id="byline">Brand: Tern Harbor</a>'))
  await samples.close()

  const asked: string[] = []
  const { page } = await openPage(t, address)
  page.on('request', (request) => asked.push(request.url()))
  // Nobody has signed in.
  await page.goto(`${address}playground#sample=1795000000000-product-com-00000000`)
  await expectVisible(page.getByText('Sign in to the dashboard, and load this page again.'))
  await page.goto(address)
  await signIn(page)
  await page.goto(`${address}#/layout?workspace=${filled.old}&domain=com`)
  await page.getByRole('button', { name: 'brand', exact: true }).click()
  const detail = page.getByRole('region', { name: 'Sources of brand' })
  const lines = detail.getByRole('listitem').filter({ hasText: '/dp/B0SHLF9001' })
  await expectVisible(lines.first().getByText('no value'))
  await expectVisible(lines.nth(1).getByText('#bylineInfo'))
  await assertAccessible(page, 'pages of the last day')

  // The page without a value: every selector of the field was tried, and found nothing.
  await lines.first().getByRole('link').click()
  await expectVisible(page.getByRole('heading', { name: 'Tern Harbor Enamel Mugs' }))
  await expectVisible(page.locator('[data-path="brand"] code').filter({ hasText: '#bylineInfo' }).first())
  await untilPasses(async () => assert.equal(await page.getByRole('tab', { name: 'Code' }).count(), 0))
  await assertAccessible(page, 'pages of the last day')
  await page.getByRole('button', { name: 'Another page' }).click()
  await expectVisible(page.getByLabel('Saved page'))
  assert.equal(await page.getByRole('heading', { name: 'A page from a marketplace' }).count(), 0)
  await page.getByRole('link', { name: 'Dashboard' }).click()

  await page.goto(`${address}#/layout?workspace=${filled.old}&domain=com`)
  await page.getByRole('button', { name: 'brand', exact: true }).click()
  await detail.getByRole('link', { name: 'Compare' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'brand', exact: true }) })
  await expectVisible(row.getByText('Tern Harbor'))
  await expectVisible(row.getByText('#bylineInfo'))
  await expectVisible(row.getByText('nothing'))
  // The address opens the same comparison again.
  await page.reload()
  await expectVisible(row.getByText('#bylineInfo'))

  await untilPasses(async () => assert.equal(await page.title(), 'shelfmark: pages'))
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:')),
    [],
  )
})

test('a page that is no longer kept says so', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  await signIn(page)
  await page.goto(`${address}playground#sample=1795000000000-product-com-00000000`)
  await expectVisible(page.getByText('This page is no longer kept.'))
})

test('a page that was asked for later is not replaced by an earlier one that is slow', async (t) => {
  if (!requireBrowser(t)) return
  let nowMs = Date.now()
  const samples = await PageSamples.open({
    directory,
    epochMs: () => nowMs,
    onProblem: (problem) => assert.fail(String(problem)),
  })
  const name = (title: string): Buffer => Buffer.from(String(printPage('')).replace('Tern Harbor Enamel Mugs', title))
  samples.keep({ ...FACTS, domain: 'fr', sources: {} }, name('The slow page'))
  nowMs++
  samples.keep({ ...FACTS, domain: 'fr', sources: {} }, name('The quick page'))
  await samples.close()
  const [quick, slow] = await samples.list('product', 'fr')
  const { page } = await openPage(t, address)
  await signIn(page)
  let goOn = (): void => undefined
  const isAllowed = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(`**/admin/samples/${slow?.id}/page`, async (route) => {
    await isAllowed
    await route.continue()
  })
  const asked = page.waitForRequest(`**/admin/samples/${slow?.id}/page`)
  await page.goto(`${address}playground#sample=${slow?.id}`)
  await asked
  await page.evaluate((id) => (location.hash = `#sample=${id}`), quick?.id)
  await expectVisible(page.getByRole('heading', { name: 'The quick page' }))
  const answered = page.waitForResponse(`**/admin/samples/${slow?.id}/page`)
  goOn()
  await (await answered).finished()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expectVisible(page.getByRole('heading', { name: 'The quick page' }))
  assert.ok(page.url().endsWith(`#sample=${quick?.id}`))
})
