import { randomUUID } from 'node:crypto'
import type { DailyCount } from '../../adapters/store/statistics.ts'
import type { Store } from '../../adapters/store/store.ts'
import { fillRank, fillWatches, type FilledWatches } from './dashboard-watches.ts'
import { requestsOf } from './dashboard-requests.ts'
import { USAGE_DAYS } from '../../core/policy/index.ts'

const DAY_MS = 86_400_000

/** As long as a name may be, with texts that run the other way, and without a space to break at. */
const LONG_NAME = `Books & more ${'書店'.repeat(12)} متجر الكتب ${'Verlagsbuchhandlung'.repeat(2)}`

export interface History {
  readonly workspace: string
  readonly watches: FilledWatches
  /** A watch that tracks products in searches. */
  readonly rank: string
}

/** Fills a store as 90 days of use do: charges of three keys, statistics, and batches that have ended. */
export async function fillHistory(store: Store, batches: number): Promise<History> {
  const terms = { plan: 'custom', overrides: { includedRequests: 1_000_000 }, payAsYouGo: true } as const
  const { id: workspace } = await store.workspaces.create({ name: LONG_NAME, ...terms })
  const names = ['price watcher', 'nightly catalog', '書店の夜間カタログ متجر الكتب']
  const keys = await Promise.all(names.map((name) => store.keys.create(workspace, { mode: 'live', name })))
  const startMs = Date.now() - (USAGE_DAYS - 1) * DAY_MS
  for (let day = 0; day < USAGE_DAYS; day++) {
    const atMs = startMs + day * DAY_MS
    await Promise.all(
      keys.map(({ key }, index) => charge(store, workspace, key.id, atMs, 3 + ((day * (index + 2)) % 9))),
    )
    await store.statistics.add({ id: `history ${day}`, counts: countsOf(workspace, new Date(atMs), day) })
  }
  const ids = keys.map(({ key }) => key.id)
  await store.requestLog.add(requestsOf(workspace, ids, Date.now()))
  const keyId = keys[1]?.key.id ?? ''
  for (let from = 0; from < batches; from += BATCHES_PER_STEP) {
    const count = Math.min(BATCHES_PER_STEP, batches - from)
    await Promise.all(
      Array.from({ length: count }, (_, at) => addBatch(store, workspace, keyId, startMs + (from + at) * 700)),
    )
  }
  const [first] = keys
  if (first === undefined) throw new Error('the workspace has no key')
  const caller = { ...first, workspaceId: workspace }
  const rank = await fillRank(store, caller, Date.now())
  return { workspace, watches: await fillWatches(store, caller, Date.now()), rank }
}

const BATCHES_PER_STEP = 200

async function charge(store: Store, workspace: string, keyId: string, atMs: number, requests: number): Promise<void> {
  for (let count = 0; count < requests; count++) {
    const reservation = await store.ledger.reserve(workspace, 25, atMs)
    if (reservation === 'insufficient_credits') throw new Error('the history costs more than the workspace may')
    const isSearch = count % 3 === 0
    const record = isSearch ? 'search' : 'product'
    await store.ledger.settle(reservation, { chargeId: randomUUID(), keyId, record, credits: isSearch ? 15 : 5 })
  }
}

/** A batch of one item that was canceled. */
async function addBatch(store: Store, workspace: string, keyId: string, createdAtMs: number): Promise<void> {
  const id = await createBatch(store, workspace, keyId, createdAtMs)
  await store.batches.stop(id, createdAtMs + 1000)
}

/** Adds batches of one item of a live key, which wait. Gives their ids. Order: oldest first. */
export async function addWaitingBatches(store: Store, workspace: string, count: number): Promise<readonly string[]> {
  const { key } = await store.keys.create(workspace, { mode: 'live', name: 'a key' })
  const startMs = Date.now() - count
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await createBatch(store, workspace, key.id, startMs + at))
  return ids
}

async function createBatch(store: Store, workspaceId: string, keyId: string, createdAtMs: number): Promise<string> {
  const id = randomUUID()
  await store.batches.create({
    id,
    workspaceId,
    keyId,
    mode: 'live',
    endpoint: 'market.product',
    createdAtMs,
    sealedSecret: '',
    webhookUrl: null,
    inputs: ['{"query":"B0SHLFX301","domain":"de"}'],
    metadata: { order: '書店-متجر <b>7</b>' },
    idempotency: null,
    maxPending: Infinity,
  })
  return id
}

/** Statistics of a day. In the last three days, the first candidate of a price has stopped to win. */
function countsOf(workspace: string, date: Date, day: number): DailyCount[] {
  const counted = (series: DailyCount['series'], name: readonly string[], count: number): DailyCount => ({
    series,
    day: date.toISOString().slice(0, 10),
    name,
    count: Math.round(count),
  })
  const requests = 200 + 60 * (day % 7)
  const failed = 4 + (day % 11)
  const own = (endpoint: string, outcome: string, longest: string, count: number): DailyCount =>
    counted('requests', [workspace, endpoint, outcome, longest], count)
  const isChanged = day >= USAGE_DAYS - 3
  return [
    own('market.product', 'ok', '1000', requests),
    own('market.product', 'ok', '2000', requests / 4),
    own('market.product', 'ok', '8000', 3 + (day % 30)),
    own('market.product', 'product_not_found', '1000', failed),
    own('market.product', 'target_unreachable', '45000', day % 5),
    own('market.search', 'ok', '2000', requests / 2),
    own('market.search', 'ok', '4000', requests / 10),
    own('market.search', 'target_unreachable', '45000', day % 3),
    counted('refusals', [workspace, 'GET /api/v1/market/product', 'invalid_params'], day % 6),
    counted('refusals', [workspace, 'GET /api/v1/market/search', 'rate_limited'], day % 4),
    counted('refusals', [workspace, 'POST /api/v1/market/batch', 'invalid_params'], day % 2),
    counted('refusals', ['', 'GET /api/v1/market/product', 'unauthorized'], 3 + (day % 5)),
    ...['de', 'co.uk', 'com'].flatMap((domain, at) => [
      counted('attempts', [domain, 'record'], requests / (at + 1)),
      counted('attempts', [domain, 'captcha'], 3 * at + (day % 4)),
      counted('attempts', [domain, 'throttled'], day % 3),
      counted('attempts', [domain, 'not_found'], failed),
      counted('reads', ['product', domain, ''], requests + 12),
      counted('winners', ['product', domain, 'title', '#productTitle'], requests + 12),
      // The brand vanishes from the pages of a marketplace.
      counted(
        'winners',
        ['product', domain, 'brand', '#bylineInfo'],
        isChanged && domain === 'com' ? 0 : requests - 40,
      ),
      counted('winners', ['product', domain, 'brand', 'detail row'], isChanged && domain === 'com' ? 0 : 40),
      counted(
        'winners',
        ['product', domain, 'price', '.priceToPay .a-offscreen'],
        isChanged && domain === 'de' ? 1 : requests,
      ),
      counted('reads', ['search', domain, ''], requests / 4),
      counted('reads', ['search', domain, 'products[]'], requests * 12),
      counted('winners', ['search', domain, 'products[].price', '.a-price .a-offscreen'], requests * 11),
      counted(
        'winners',
        ['product', domain, 'price', '#corePrice_feature_div .a-offscreen'],
        isChanged && domain === 'de' ? requests : 12,
      ),
    ]),
  ].filter(({ count }) => count > 0)
}
