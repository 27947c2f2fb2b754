// Takes more than 20 seconds: a browser opens the dashboard of a service with many requests.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { until, untilPasses } from '../support/wait.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const { filled, address, close } = await startFilledBench(3)
test.after(close)

/** A window of a person who has signed in, with the addresses that its page asks for. */
async function enter(
  t: TestContext,
  hash: string,
): Promise<{ readonly page: Page; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const { page } = await openPage(t, address)
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page)
  await page.goto(address + hash)
  return { page, asked }
}

test('why requests failed yesterday is two clicks away', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t, `#/overview?workspace=${filled.old}`)
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  const why = page.getByRole('region', { name: 'Why requests failed' })
  await expectVisible(why.getByText('target_unreachable: captcha'))
  await expectVisible(why.getByText('The marketplace asked for a captcha in the last attempt.'))
  // Each reason leads to its requests.
  await why.getByText('target_unreachable: captcha').click()
  await expectVisible(page.getByRole('button', { name: 'reason: captcha' }))
  const rows = page.getByRole('region', { name: 'Requests', exact: true }).getByRole('row')
  await untilPasses(async () => {
    const texts = (await rows.allInnerTexts()).slice(1)
    assert.ok(texts.length > 0 && texts.every((text) => text.includes('captcha')), texts.join('\n'))
  })
})

test('an error of the overview leads to its requests, and a search finds one by its input or id', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t, `#/overview?workspace=${filled.old}`)
  await page.getByRole('region', { name: 'Errors' }).getByRole('link', { name: 'product_not_found' }).click()
  const outcome = page.getByLabel('Outcome')
  await until(async () => (await outcome.inputValue()) === 'product_not_found', 'the outcome of the link')
  await outcome.selectOption('')
  await page.getByRole('searchbox').fill('request-35')
  await page.getByRole('button', { name: 'Search' }).click()
  const rows = page.getByRole('region', { name: 'Requests', exact: true }).getByRole('row')
  await until(async () => (await rows.count()) === 2, 'one request, below the heading')
  await page.getByRole('button', { name: 'show the request' }).click()
  await expectVisible(page.getByRole('dialog').getByText('request-35'))
})

test('pages of requests: older, and newest again', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t, `#/requests?workspace=${filled.old}&range=7d`)
  const first = page.getByRole('button', { name: 'show the request' }).first()
  const newest = await first.innerText()
  await page.getByRole('link', { name: 'Older' }).click()
  await until(async () => (await first.innerText()) !== newest, 'older requests')
  await page.getByRole('link', { name: 'Newest' }).click()
  await until(async () => (await first.innerText()) === newest, 'the newest requests')
})

test('an input that is HTML is shown as text: nothing of it runs, and nothing is asked for elsewhere', async (t) => {
  if (!requireBrowser(t)) return
  const { page, asked } = await enter(t, `#/requests?workspace=${filled.old}&range=7d&text=evil`)
  await page.getByRole('button', { name: 'show the request' }).first().click()
  await expectVisible(page.getByRole('dialog').getByText('onerror="window.ran=1"'))
  assert.equal(await page.evaluate(() => 'ran' in window), false)
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(address)),
    [],
  )
})
