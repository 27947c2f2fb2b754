import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startBench } from '../support/service-bench.ts'
import { openPage, requireBrowser } from './browser.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}/docs`
const key = bench.firstKey ?? ''

/** Sends the request of an operation as it is filled in. Gives the status and the body of the answer. */
async function execute(page: Page, operationId: string): Promise<{ status: number; body: string }> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`)
  await operation.locator('.opblock-summary-control').click()
  const answered = page.waitForResponse(
    (answer) => answer.request().method() !== 'HEAD' && answer.url().includes('/api/v1/market'),
  )
  await operation.getByRole('button', { name: 'Execute' }).click()
  const status = (await answered).status()
  const shown = operation.locator('.live-responses-table .response').first()
  await shown
    .locator('.response-col_status')
    .filter({ hasText: String(status) })
    .waitFor()
  return { status, body: await shown.locator('.response-col_description').innerText() }
}

/** Gives the key of the reader to the page. */
async function authorize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.auth-container').first()
  await dialog.locator('input').fill(key)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close' }).first().click()
}

test('the examples of the page work as they are, and their answers are shown', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, address)
  await authorize(page)
  const product = await execute(page, 'getProduct')
  assert.equal(product.status, 200, product.body)
  assert.match(product.body, /B0SHLFX301/)
  const search = await execute(page, 'searchProducts')
  assert.equal(search.status, 200, search.body)
  const batch = await execute(page, 'createBatch')
  assert.equal(batch.status, 201, batch.body)
  assert.match(batch.body, /webhook_signature_secret/)
  assert.deepEqual(problems, [])
})

test('the key is kept for the tab: a page that is loaded again has it, another window has not', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  await authorize(page)
  await execute(page, 'getProduct')
  await page.reload()
  assert.equal((await execute(page, 'searchProducts')).status, 200)
  const { page: other } = await openPage(t, address)
  assert.equal((await execute(other, 'getProduct')).status, 401)
})
