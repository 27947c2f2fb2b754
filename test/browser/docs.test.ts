import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { OpenApiDocument } from '../../adapters/http/openapi/document.ts'
import { ERRORS } from '../../core/contract/index.ts'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { until, untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'

const bench = await startBench()
const address = `http://127.0.0.1:${bench.port}/docs`
const key = bench.firstKey ?? ''

/** Sends the request of an operation as it is filled in. Gives the status and the body of the answer. */
async function send(page: Page, operationId: string): Promise<{ status: number; body: string }> {
  const operation = page.locator(`[data-operation="${operationId}"]`)
  await operation.locator('summary').first().click()
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/v1/market'))
  await operation.getByRole('button', { name: 'Send' }).click()
  const status = (await answered).status()
  const shown = operation.locator(`.answer[data-status="${status}"]`)
  return { status, body: await shown.getByLabel('Body of the answer').innerText() }
}

/** Gives the key of the reader to the page. */
async function authorize(page: Page): Promise<void> {
  await page.getByLabel('Key that requests of this page send').fill(key)
}

test('the examples of the page work as they are, and their answers are shown', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, address)
  await authorize(page)
  const product = await send(page, 'getProduct')
  assert.equal(product.status, 200, product.body)
  assert.match(product.body, /B0SHLFX301/)
  const search = await send(page, 'searchProducts')
  assert.equal(search.status, 200, search.body)
  const batch = await send(page, 'createBatch')
  assert.equal(batch.status, 201, batch.body)
  assert.match(batch.body, /webhook_signature_secret/)
  assert.deepEqual(problems, [])
})

test('with a live key, an example that asks for a simulated product says so', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#getProduct`)
  const operation = page.locator('[data-operation="getProduct"]')
  const warning = operation.getByText(
    'B0SHLFX301 is a product of the sandbox. With a live key, ask for one of the shop.',
  )
  await authorize(page)
  await expectVisible(operation.getByRole('button', { name: 'Send' }))
  await untilPasses(async () => assert.equal(await warning.count(), 0))
  await page.getByLabel('Key that requests of this page send').fill('svc_live_something')
  await expectVisible(warning)
  await page.locator('#getProduct-query').fill('B000000000')
  await warning.waitFor({ state: 'detached' })
})

test('the key is kept for the tab: a page that is loaded again has it, another window has not', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  await authorize(page)
  await send(page, 'getProduct')
  await page.reload()
  assert.equal((await send(page, 'searchProducts')).status, 200)
  const { page: other } = await openPage(t, address)
  assert.equal((await send(other, 'getProduct')).status, 401)
})

test('what is filled in is sent, and the command says the same', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#getProduct`)
  await authorize(page)
  const operation = page.locator('[data-operation="getProduct"]')
  await operation.locator('#getProduct-domain').selectOption('fr')
  await operation.locator('#getProduct-language').fill('')
  await operation.locator('#getProduct-query').fill('B0GONE0404')
  const command = operation.getByLabel('Command of getProduct')
  await untilPasses(async () =>
    assert.match(
      await command.innerText(),
      /^curl -H "Authorization: Bearer \$SHELFMARK_KEY" '\S+\?query=B0GONE0404&domain=fr'$/,
    ),
  )
  await operation.getByRole('button', { name: 'Send' }).click()
  const body = operation.locator('.answer[data-status="404"]').getByLabel('Body of the answer')
  assert.match(await body.innerText(), /product_not_found/)
})

test('the address of an error, which is the type of a problem, is on the page', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#rate_limited`)
  await page.locator('.operation').first().waitFor()
  for (const code of Object.keys(ERRORS)) assert.equal(await page.locator(`#${code}`).innerText(), code)
})

test('every operation, answer, webhook and schema of the document is on the page', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await openPage(t, address)
  const { paths, webhooks, components } = jsonOf(await bench.call('/api/v1/openapi.json')) as OpenApiDocument
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  await untilPasses(async () => {
    assert.equal(await page.locator('.operation').count(), operations.length + Object.keys(webhooks).length)
    assert.equal(await page.locator('.schema').count(), Object.keys(components.schemas).length)
  })
  for (const { operationId, parameters, responses } of operations) {
    const operation = page.locator(`[data-operation="${operationId}"]`)
    assert.equal(await operation.locator('.parameter').count(), parameters.length, operationId)
    assert.equal(await operation.locator('.response').count(), Object.keys(responses).length, operationId)
  }
  assert.deepEqual(problems, [])
})

test('the contents list every operation, webhook, heading and schema, and lead to them', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.waitFor()
  const targets = await contents
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const target of targets) assert.equal(await page.locator(`[id="${target?.slice(1)}"]`).count(), 1, target ?? '')
  const shown = await page.locator('.operation, .schema').evaluateAll((elements) => elements.map(({ id }) => `#${id}`))
  for (const id of shown) assert.ok(targets.includes(id), id)
  // Operations come first.
  assert.equal(await page.locator('.interface h2').first().innerText(), 'Key')
  assert.equal(targets[0], '#getProduct')
  await contents.locator('a[href="#schema-Product"]').click()
  await expectVisible(page.getByRole('region', { name: 'Fields of Product' }))
  const current = contents.locator('[aria-current]')
  await untilPasses(async () => assert.equal(await current.getAttribute('href'), '#schema-Product'))
})

test('the search finds parameters, errors and fields, and says when there is nothing', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const search = contents.getByRole('searchbox')
  const expectFound = (target: string): Promise<void> => expectVisible(contents.locator(`a[href="${target}"]`))
  await search.fill('rate_limited')
  const first = contents.getByRole('link').first()
  await untilPasses(async () => assert.equal(await first.getAttribute('href'), '#rate_limited'))
  await contents.getByRole('link', { name: '429 rate_limited' }).click()
  const isShown = (): Promise<boolean> =>
    page.locator('#rate_limited').evaluate((row) => row.getBoundingClientRect().top < innerHeight)
  await until(isShown, 'the row of the error')
  await search.fill('price_strikethrough')
  await expectFound('#schema-Product')
  await search.fill('Svc-Cost')
  await expectFound('#getProduct')
  await search.fill('deflate')
  await expectFound('#all-operations')
  await search.fill('webhook_url')
  await expectFound('#createBatch')
  await search.fill('zzzz')
  await expectVisible(page.getByText('Nothing on this page has these words.'))
})

test('on a phone, the contents are closed until they are needed', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address, { width: 'narrow' })
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await page.getByText('Contents and search').click()
  await contents.locator('a[href="#getUsage"]').click()
  await expectVisible(page.locator('#getUsage').getByRole('button', { name: 'Send' }))
  await contents.waitFor({ state: 'hidden' })
})
