import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { ADMIN_TOKEN, jsonOf, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { expectVisible } from './browser.ts'
import type { View } from './views.ts'

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Token').fill(ADMIN_TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectVisible(page.getByRole('button', { name: 'Sign out' }))
}

/** What the views show. */
export interface Filled {
  readonly workspace: string
  /** A workspace with 90 days of use. */
  readonly old: string
  /** A workspace without a request. */
  readonly empty: string
  readonly sandboxKey: string
  /** A batch that has ended. */
  readonly batch: string
}

/** Fills a service with keys, charges and a batch, as after some use. `old`: workspace with 90 days of use. `receiver`: origin of webhooks. */
export async function fillDashboard(bench: Bench, old: string, receiver: string): Promise<Filled> {
  const { workspace, key } = await bench.createCaller()
  const { fullKey: sandboxKey } = await bench.createKey(workspace, 'test')
  const retired = await bench.createKey(workspace)
  for (const query of ['B0SHLFX301', 'B0SHLFX302', 'B0SHLFS081']) await bench.product(query, key, '&domain=de')
  await bench.product('B0GONE0404', key, '&domain=de')
  await bench.product('B0SHLFX303', retired.fullKey, '&domain=co.uk')
  await bench.search('lantern', key, '&domain=co.uk')
  await bench.administrate('keys.revoke', { key: retired.key.id })
  const items = ['B0SHLFX301', 'B0SHLFX302', 'B0GONE0404'].map((query) => ({ query, domain: 'de' }))
  const webhook_url = `${receiver}/hook`
  const created = await bench.createBatch(sandboxKey, { endpoint: 'market.product', items, webhook_url })
  assert.equal(created.status, 201)
  const { id } = jsonOf(created) as { readonly id: string }
  const isDone = async (): Promise<boolean> => {
    const read = await bench.administrate<{ webhook_delivery_status: string }>('batches.read', { batch: id })
    return read.webhook_delivery_status === 'delivered'
  }
  await until(isDone, 'the webhook of the batch')
  const days = { from: '2000-01-01', to: '2999-12-31' }
  const isCounted = async (): Promise<boolean> =>
    (await bench.administrate<unknown[]>('statistics.read', { series: 'attempts', ...days })).length > 0
  await until(isCounted, 'the statistics of the requests')
  return { workspace, old, empty: await bench.createWorkspace(), sandboxKey, batch: id }
}

/** The views of the dashboard, for a person who has signed in. */
export function dashboardViews(address: string, { workspace, old, empty, batch }: Filled): readonly View[] {
  const view = (name: string, hash: string, isShown: (page: Page) => Promise<void>): View => ({
    name,
    open: async (page) => {
      await page.goto(address + hash)
      await isShown(page)
    },
  })
  const of = (name: string, more = ''): string => `#/${name}?workspace=${workspace}${more}`
  const heading = (page: Page, name: string) => expectVisible(page.getByRole('heading', { name, exact: true }))
  return [
    view('overview', `#/overview?workspace=${old}`, (page) => expectVisible(page.locator('.u-legend'))),
    view('overview-empty', `#/overview?workspace=${empty}`, (page) => heading(page, 'No requests yet')),
    view('layout', of('layout'), async (page) => {
      await page.getByRole('button', { name: 'price', exact: true }).first().click()
      await expectVisible(page.locator('.u-legend'))
    }),
    view('sources', of('sources'), (page) => expectVisible(page.getByRole('region', { name: 'Marketplaces' }))),
    view('keys', of('keys'), (page) => heading(page, 'Revoked and expired')),
    view('create-key', of('keys'), async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click()
      await heading(page, 'Create a key')
    }),
    view('usage', `#/usage?workspace=${old}&days=90`, (page) => expectVisible(page.locator('.u-legend'))),
    view('usage-empty', `#/usage?workspace=${empty}`, (page) => heading(page, 'Nothing was charged')),
    view('plan', of('plan'), (page) => heading(page, 'Credits of this month custom')),
    view('batches', of('batches', '&kind=test'), (page) => expectVisible(page.locator(`a[href*="${batch}"]`))),
    view('batches-empty', `#/batches?workspace=${empty}`, (page) => heading(page, 'No batches yet')),
    view('batch', `#/batches/${batch}`, async (page) => {
      await expectVisible(page.getByRole('region', { name: 'Attempts at the webhook' }))
      await expectVisible(page.getByRole('region', { name: 'Results' }))
    }),
    view('health', of('health'), (page) => expectVisible(page.getByText('Last run of live batches'))),
  ]
}
