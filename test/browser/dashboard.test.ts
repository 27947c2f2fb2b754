// Takes more than 20 seconds: a browser opens each view of the dashboard in windows of its own.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { Store } from '../../adapters/store/store.ts'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { addWaitingBatches } from '../support/dashboard-history.ts'
import { jsonOf, PRODUCT, startBench } from '../support/service-bench.ts'
import { until, untilPasses } from '../support/wait.ts'
import {
  assertAccessible,
  assertFits,
  expectVisible,
  openPage,
  requireBrowser,
  THEMES,
  WIDTHS,
  type Width,
} from './browser.ts'
import { dashboardViews, signIn } from './dashboard-views.ts'

const { bench, inbox, filled, address, close } = await startFilledBench()
test.after(close)

/** Chromium reports the answer 401 to a page that asks whether there is a session. */
function assertNoProblem(problems: readonly string[]): void {
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('status of 401')),
    [],
  )
}

/** A window of a person who has signed in. */
async function enter(
  t: TestContext,
  hash = '',
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const window = await openPage(t, address + hash, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  await signIn(window.page)
  return window
}

const isStream = (request: Request): boolean => request.headers()['accept'] === 'text/event-stream'

/** Counts how often a page runs each command: once, or as a stream. */
function recordCommands(page: Page) {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return (command: string) => {
    const own = requests.filter((request) => request.url().endsWith(`/admin/v1/${command}`))
    const streams = own.filter(isStream).length
    return { once: own.length - streams, streams }
  }
}

test('the dashboard: a wrong token is refused, the right one signs in, and signing out ends the session', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems, context } = await openPage(t, address)
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectVisible(page.getByText('This is not the token'))
  await signIn(page)
  const [cookie] = await context.cookies()
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict'])
  await page.reload()
  await expectVisible(page.getByRole('button', { name: 'Sign out' }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectVisible(page.getByText('You are signed out.'))
  await page.reload()
  await expectVisible(page.getByLabel('Token'))
  assertNoProblem(problems)
})

test('the dashboard: when the session has ended, it asks to sign in again', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t, '#/keys')
  await page.context().clearCookies()
  // Not by a click: what the page loads by itself can be refused first, and its links are gone then.
  await page.evaluate(() => {
    location.hash = '#/plan'
  })
  await expectVisible(page.getByText('Your session has ended'))
  await signIn(page)
  await expectVisible(page.getByRole('heading', { name: 'Plan' }))
})

test('the dashboard: a request that its page did not send is refused', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t)
  const send = (headers: Record<string, string>): Promise<number> =>
    page.evaluate(
      async (given) =>
        (await fetch('/admin/v1/workspaces.list', { method: 'POST', body: '{}', headers: given })).status,
      headers,
    )
  assert.equal(await send({}), 403)
  assert.equal(await send({ 'Shelfmark-CSRF': 'guessed' }), 403)
})

test('the dashboard: a key is created, copied, used, rotated and revoked; then it gets 401', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await enter(t, `#/keys?workspace=${filled.workspace}`)
  const statusOf = async (key: string): Promise<number> =>
    (await bench.call(`${PRODUCT}?query=B0SHLFX301&domain=de`, { key })).status
  const copyKey = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await expectVisible(page.getByText('Copied'))
    return page.evaluate(() => navigator.clipboard.readText())
  }

  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('price watcher')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const first = await copyKey()
  assert.match(first, /^svc_live_[A-Za-z0-9]{44}$/)
  assert.equal(await statusOf(first), 200)
  await page.getByRole('button', { name: 'Done' }).click()
  await untilPasses(async () => assert.equal(await page.getByText(first).count(), 0))

  await page.getByRole('button', { name: 'Rotate price watcher' }).click()
  await page.getByLabel('Overlap').selectOption('3600')
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const second = await copyKey()
  assert.notEqual(second, first)
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200])
  await page.getByRole('button', { name: 'Done' }).click()

  for (const key of [first, second]) {
    const row = page.getByRole('row', { name: `svc_live_${key.slice(9, 21)}` })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await statusOf(key), 401)
  }
  const revoked = page.getByRole('region', { name: 'They get 401' }).getByRole('row', { name: second.slice(9, 21) })
  await expectVisible(revoked.getByText('revoked'))
  // What it was charged stays.
  await expectVisible(revoked.getByRole('link', { name: '5', exact: true }))
  assertNoProblem(problems)
})

test('the dashboard opens on sandbox keys where only they have asked, and on live keys as soon as those have', async (t) => {
  if (!requireBrowser(t)) return
  const { workspace, key } = await bench.createCaller()
  const { fullKey: sandboxKey } = await bench.createKey(workspace, 'test')
  const { page, problems } = await enter(t, `#/overview?workspace=${workspace}`)
  await expectVisible(page.getByRole('heading', { name: 'No requests yet' }))
  for (const query of ['B0SHLFX301', 'B0SHLFX302', 'B0GONE0404']) await bench.product(query, sandboxKey, '&domain=de')
  const requests = page.locator('.tiles .card', { hasText: 'Requests' })
  await expectVisible(requests.getByText('3', { exact: true }))
  const kind = page.getByLabel('Kind of keys')
  await untilPasses(async () => assert.equal(await kind.inputValue(), 'test'))
  await expectVisible(page.getByText('What sandbox keys asked for'))
  // They are never charged.
  await untilPasses(async () => assert.equal(await page.locator('.tiles .card', { hasText: 'Credits' }).count(), 0))
  await expectVisible(page.getByRole('region', { name: 'Errors' }).getByRole('link', { name: 'product_not_found' }))

  await bench.product('B0SHLFX301', key, '&domain=de')
  await expectVisible(requests.getByText('1', { exact: true }))
  await untilPasses(async () => assert.equal(await kind.inputValue(), 'live'))
  await expectVisible(page.locator('.tiles .card', { hasText: 'Credits' }).getByText('5', { exact: true }))
  await kind.selectOption('test')
  await expectVisible(requests.getByText('3', { exact: true }))

  const items = [{ query: 'B0SHLFX301' }]
  const created = await bench.createBatch(sandboxKey, { endpoint: 'market.product', items })
  const { id } = jsonOf(created) as { id: string }
  await page.goto(`${address}#/batches?workspace=${workspace}`)
  await expectVisible(page.locator(`a[href*="${id}"]`))
  await untilPasses(async () => assert.equal(await kind.inputValue(), 'test'))
  await kind.selectOption('live')
  await expectVisible(page.getByRole('heading', { name: 'No batches yet' }))
  assertNoProblem(problems)
})

test('the dashboard: the first request of a new live key asks the shop for words, that of a sandbox key for a product', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await enter(t, `#/keys?workspace=${await bench.createWorkspace()}`)
  for (const [kind, path] of [
    ['live', '/api/v1/market/search?query=lantern&domain=co.uk'],
    ['test', '/api/v1/market/product?query=B0SHLFS081&domain=de'],
  ] as const) {
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill(`first of ${kind}`)
    await page.locator(`input[name="kind"][value="${kind}"]`).check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const shown = page.getByText("curl -H 'Authorization: Bearer").filter({ hasText: path })
    await expectVisible(shown)
    const command = await shown.innerText()
    const key = /svc_\w+/.exec(command)?.[0] ?? ''
    assert.equal((await bench.call(path, { key })).status, 200)
    await page.getByRole('button', { name: 'Done' }).click()
  }
})

test('the dashboard: a batch is watched to its end, and its webhook is sent again', async (t) => {
  if (!requireBrowser(t)) return
  const { page, problems } = await enter(t)
  const asked = recordCommands(page)
  await page.evaluate((hash) => (location.hash = hash), `#/batches?workspace=${filled.workspace}&kind=test`)
  await until(() => asked('batches.list').streams === 1, 'the stream of the list')
  const items = ['B0SHLFX301', 'B0GONE0404'].map((query) => ({ query, domain: 'de' }))
  const webhook_url = `${inbox.origin}/watched`
  const created = await bench.createBatch(filled.sandboxKey, { endpoint: 'market.product', items, webhook_url })
  const { id } = jsonOf(created) as { id: string }
  // The list shows it by itself.
  await page.locator(`a[href*="${id}"]`).click()
  await expectVisible(page.getByRole('main').getByRole('status').getByText('partly failed'))
  await expectVisible(page.getByRole('heading', { name: 'Webhook delivered' }))
  // Each view has asked once; what moved since then came with its stream.
  for (const command of ['batches.list', 'batches.read']) {
    assert.deepEqual(asked(command), { once: 1, streams: 1 }, command)
  }
  await page.getByRole('tab', { name: 'Failed (1)' }).click()
  await expectVisible(page.getByText('product_not_found'))
  await page.getByRole('tab', { name: 'Succeeded (1)' }).click()
  await page.getByRole('button', { name: 'Show item 0' }).click()
  await expectVisible(page.getByRole('dialog').getByText('"asin": "B0SHLFX301"'))
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Send it again' }).click()
  await expectVisible(page.getByText('The webhook is sent again.'))
  await until(() => inbox.posts.filter(({ path }) => path === '/watched').length === 2, 'the second webhook')
  const attempts = page.getByRole('region', { name: 'Attempts at the webhook' }).getByRole('row')
  await until(async () => (await attempts.count()) === 3, 'two attempts in the table')
  assertNoProblem(problems)
})

test('the dashboard: where no stream gets through, it asks again', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  await page.route(/\/admin\/v1\//, (route) => (isStream(route.request()) ? route.abort() : route.continue()))
  await signIn(page)
  await page.evaluate((hash) => (location.hash = hash), `#/batches?workspace=${filled.empty}&kind=test`)
  await expectVisible(page.getByRole('heading', { name: 'No batches yet' }))
  const { fullKey } = await bench.createKey(filled.empty, 'test')
  const created = await bench.createBatch(fullKey, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
  await expectVisible(page.locator(`a[href*="${(jsonOf(created) as { id: string }).id}"]`))
  await bench.administrate('batches.cancel', { batch: (jsonOf(created) as { id: string }).id })
})

test('the dashboard: older batches follow what happens too', async (t) => {
  if (!requireBrowser(t)) return
  let workspace = ''
  let ids: readonly string[] = []
  // Of all items, one is worked on.
  const settings = { SHELFMARK_BATCH_INTERVAL_MS: '3600000', SHELFMARK_BATCH_ITEMS: '1' }
  const prepare = async (store: Store): Promise<void> => {
    workspace = (await store.workspaces.create({ name: 'many batches' })).id
    ids = await addWaitingBatches(store, workspace, 53)
  }
  const other = await startBench({ prepare, settings })
  const { page } = await openPage(t, `http://127.0.0.1:${other.adminPort}/#/batches?workspace=${workspace}`)
  await signIn(page)
  await page.getByRole('link', { name: 'Older' }).click()
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${ids[2]}"]`) })
  await expectVisible(row.getByText('pending'))
  await other.administrate('batches.cancel', { batch: ids[2] })
  await expectVisible(row.getByText('failed', { exact: true }))
  await page.getByRole('link', { name: 'Newest' }).click()
  await expectVisible(page.locator(`a[href*="${ids.at(-1)}"]`))
  await page.context().close()
  await other.close()
})

for (const theme of THEMES) {
  for (const width of Object.keys(WIDTHS) as Width[]) {
    test(`the views of the dashboard are accessible: ${theme}, ${width}`, async (t) => {
      if (!requireBrowser(t)) return
      const { page, problems } = await openPage(t, address, { theme, width })
      await expectVisible(page.getByLabel('Token'))
      await assertAccessible(page, 'sign-in')
      await assertFits(page, 'sign-in')
      await signIn(page)
      for (const { name, open } of dashboardViews(address, filled)) {
        await open(page)
        if (width !== 'middle') await assertAccessible(page, name)
        await assertFits(page, name)
      }
      assertNoProblem(problems)
    })
  }
}

test('the dashboard: a refused request at load says so, and can be tried again', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, address)
  let refusals = 1
  await page.route('**/admin/v1/workspaces.list', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 503, json: { error: 'unavailable' } }) : route.continue(),
  )
  await signIn(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Overview', exact: true }))
})
