import assert from 'node:assert/strict'
import { fillHistory, type History } from './dashboard-history.ts'
import { jsonOf, startBench, type Bench } from './service-bench.ts'
import { until } from './wait.ts'
import { openInbox } from './webhook-inbox.ts'

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
  /** A watch of the workspace with 90 days of use. */
  readonly watch: string
  /** Another one, which tracks products in searches. */
  readonly rank: string
}

/** Names as long as they may be, and the roles. */
const OPERATORS = {
  ada: 'owner',
  'grace.brewster-murray-hopper+shelfmark@operations.example.com': 'operator',
  linus: 'reader',
}

/** Fills a service with keys, charges and a batch, as after some use. `history`: of a workspace with 90 days of use. `receiver`: origin of webhooks. */
async function fillDashboard(
  bench: Bench,
  { workspace: old, watches, rank }: History,
  receiver: string,
): Promise<Filled> {
  const { workspace, key } = await bench.createCaller()
  const { fullKey: sandboxKey } = await bench.createKey(workspace, 'test')
  const retired = await bench.createKey(workspace)
  for (const query of ['B0SHLFX301', 'B0SHLFX302', 'B0SHLFS081']) await bench.product(query, key, '&domain=de')
  await bench.product('B0GONE0404', key, '&domain=de')
  await bench.product('B0SHLFX303', retired.fullKey, '&domain=co.uk')
  await bench.search('lantern', key, '&domain=co.uk')
  await bench.administrate('keys.revoke', { key: retired.key.id })
  for (const [operator, role] of Object.entries(OPERATORS)) {
    await bench.administrate('operators.create', { operator, role })
  }
  await bench.administrate('workspaces.update', { workspace, spendingCap: 5_000_000 })
  const items = ['B0SHLFX301', 'B0SHLFX302', 'B0GONE0404'].map((query) => ({ query, domain: 'de' }))
  const webhook_url = `${receiver}/hook`
  const created = await bench.createBatch(sandboxKey, { endpoint: 'market.product', items, webhook_url })
  assert.equal(created.status, 201)
  const { id } = jsonOf(created) as { readonly id: string }
  const isDone = async (): Promise<boolean> => {
    const read = await bench.administrate('batches.read', { batch: id })
    return read.webhook_delivery_status === 'delivered'
  }
  await until(isDone, 'the webhook of the batch')
  const days = { from: '2000-01-01', to: '2999-12-31' }
  const isCounted = async (): Promise<boolean> =>
    (await bench.administrate('statistics.read', { series: 'attempts', ...days })).length > 0
  await until(isCounted, 'the statistics of the requests')
  return { workspace, old, empty: await bench.createWorkspace(), sandboxKey, batch: id, watch: watches.watch, rank }
}

/** A service with what the views of the dashboard show. `batches`: batches of the workspace with 90 days of use. `settings`: more than those that the views need. */
export async function startFilledBench(batches = 60, settings: Readonly<Record<string, string>> = {}) {
  const inbox = await openInbox()
  let history: History | null = null
  const bench = await startBench({
    prepare: async (store) => {
      history = await fillHistory(store, batches)
    },
    settings: { SHELFMARK_BATCH_INTERVAL_MS: '100', SHELFMARK_WEBHOOK_ALLOW: inbox.origin, ...settings },
  })
  const close = async (): Promise<void> => {
    await bench.close()
    inbox.close()
  }
  if (history === null) throw new Error('the store was not filled')
  const filled = await fillDashboard(bench, history, inbox.origin)
  return { bench, inbox, filled, address: `http://127.0.0.1:${bench.adminPort}/`, close }
}
