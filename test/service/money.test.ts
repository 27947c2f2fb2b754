import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../adapters/store/store.ts'
import type { NewWorkspace } from '../../adapters/store/workspaces.ts'
import {
  assertError,
  headerOf,
  jsonOf,
  PRODUCT,
  startBench,
  type Answer,
  type Bench,
} from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const NO_CREDITS = { error: 'insufficient_credits' }
/** The last second of a month. */
const MONTH_END = Date.UTC(2026, 5, 1) - 1000

/** Workspaces that have used up their month, but for some requests. */
const NEARLY = {
  free: { plan: 'free', left: 2, requests: 1000 },
  vibe: { plan: 'vibe', left: 1, requests: 25_000 },
  pro: { plan: 'pro', left: 1, requests: 75_000 },
  custom: { plan: 'custom', left: 1, requests: 200_000 },
  parallel: { plan: 'pro', left: 3, requests: 75_000 },
  pages: { plan: 'free', left: 3, requests: 1000 },
  failing: { plan: 'free', left: 1, requests: 1000 },
  shared: { plan: 'free', left: 1, requests: 1000 },
  paying: { plan: 'free', left: 1, requests: 1000 },
  upgraded: { plan: 'free', left: 0, requests: 1000 },
  sandbox: { plan: 'free', left: 0, requests: 1000 },
  batches: { plan: 'free', left: 1, requests: 1000 },
  overdrawn: { plan: 'free', left: 1, requests: 1000 },
  monthly: { plan: 'free', left: 0, requests: 1000 },
} as const satisfies Readonly<Record<string, { plan: NewWorkspace['plan']; left: number; requests: number }>>

type Name = keyof typeof NEARLY

let bench: Bench
let now = MONTH_END
const workspaces = new Map<string, { readonly id: string; readonly key: string }>()

async function useUp(store: Store): Promise<void> {
  for (const [name, { plan, left, requests }] of Object.entries(NEARLY)) {
    const { id } = await store.workspaces.create({ name, plan })
    const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'a key' })
    const credits = (requests - left) * 5
    const reservation = await store.ledger.reserve(id, credits, MONTH_END)
    assert.ok(reservation !== 'insufficient_credits', name)
    await store.ledger.settle(reservation, { chargeId: 'before', keyId: key.id, record: 'product', credits })
    workspaces.set(name, { id, key: fullKey })
  }
}

before(async () => {
  bench = await startBench({ epochMs: () => now, prepare: useUp })
})
after(() => bench.close())

function workspaceOf(name: Name): { id: string; key: string } {
  const workspace = workspaces.get(name)
  assert.ok(workspace)
  return workspace
}

const ask = async (key: string, asin = 'B0SHLFX301'): Promise<number> => (await bench.product(asin, key)).status

/** Credits of a workspace, by kind. */
async function readCredits(workspace: string): Promise<Record<string, number>> {
  const credits: Record<string, number> = {}
  for (const row of await bench.readUsage(workspace)) credits[row.kind] = (credits[row.kind] ?? 0) + row.credits
  return credits
}

test('a charged answer says how many included credits remain; others do not', async () => {
  const { key, workspace } = await bench.createCaller({ plan: 'free' })
  const remaining = async (answer: Promise<Answer>): Promise<string | null> =>
    headerOf(await answer, 'Svc-Credits-Remaining')
  assert.equal(await remaining(bench.product('B0SHLFX301', key)), '4995')
  assert.equal(await remaining(bench.product('B0GONE0404', key)), null)
  assert.equal(await remaining(bench.search('usb cable', key, '&pages=3')), '4980')
  const once = { key, headers: { 'Idempotency-Key': 'once' } }
  assert.equal(await remaining(bench.call(`${PRODUCT}?query=B0SHLFX301`, once)), '4975')
  assert.equal(await remaining(bench.call(`${PRODUCT}?query=B0SHLFX301`, once)), null, 'a replay is not charged')
  const sandbox = await bench.createKey(workspace, 'test')
  assert.equal(await remaining(bench.product('B0SHLFX301', sandbox.fullKey)), null)
})

test('a workspace that pays as it goes has 0 included credits left, also after a search that cost less', async () => {
  const { id, key } = workspaceOf('overdrawn')
  await bench.administrate('workspaces.update', { workspace: id, payAsYouGo: true })
  const answers = [await bench.product('B0SHLFX301', key), await bench.search('kettle', key, '&pages=9')]
  for (const answer of answers) {
    assert.deepEqual([answer.status, headerOf(answer, 'Svc-Credits-Remaining')], [200, '0'])
  }
})

test('a successful product costs 5 credits', async () => {
  const { key, workspace, keyId } = await bench.createCaller()
  assert.equal(headerOf(await bench.product('B0SHLFX301', key), 'Svc-Cost'), '5')
  const charged = { day: '2026-05-31', keyId, kind: 'product', charges: 1, credits: 5 }
  assert.deepEqual(await bench.readUsage(workspace), [charged])
})

test('a successful search costs 5 credits a page', async () => {
  const { key, workspace } = await bench.createCaller()
  assert.equal(headerOf(await bench.search('kettle', key), 'Svc-Cost'), '5')
  assert.equal(headerOf(await bench.search('usb cable', key, '&pages=3'), 'Svc-Cost'), '15')
  assert.deepEqual(await readCredits(workspace), { search: 20 })
})

test('limits: pages that were not fetched are not charged', async () => {
  const { key, workspace } = await bench.createCaller()
  const answer = await bench.search('sandbox:nothing', key, '&pages=10')
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  assert.deepEqual(await readCredits(workspace), { search: 5 })
})

test('every response that is not 2xx costs nothing', async () => {
  const { key, workspace } = await bench.createCaller()
  const answers = await Promise.all([
    ...['B0GONE0404', 'B0CAPTCHA0', 'B0SHELL000', 'B0WRONG000', 'B0GALLERY0', 'x'].map((asin) =>
      bench.product(asin, key),
    ),
    bench.product('B0SHLFX301', key, '&render_js=1'),
    bench.call(PRODUCT, { key, method: 'POST' }),
    bench.call(PRODUCT, { key, method: 'OPTIONS' }),
    bench.search('sandbox:captcha', key, '&pages=3'),
    bench.call(`${PRODUCT}s`, { key }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 502, 502, 502, 502, 400, 501, 405, 204, 502, 404],
  )
  assert.deepEqual(await bench.readUsage(workspace), [])
})

test('requests with the same X-Request-Id are each charged once', async () => {
  const { key, workspace } = await bench.createCaller()
  const call = { key, headers: { 'X-Request-Id': 'the-same' } }
  await Promise.all(
    ['B0SHLFX301', 'B0SHLFX301', 'B0SHLFX302'].map((asin) => bench.call(`${PRODUCT}?query=${asin}`, call)),
  )
  const [usage] = await bench.readUsage(workspace)
  assert.deepEqual([usage?.charges, usage?.credits], [3, 15])
})

test('Free stops with 402 at the end of its 1,000 requests', async () => {
  const { id, key } = workspaceOf('free')
  assert.deepEqual([await ask(key), await ask(key)], [200, 200])
  assertError(await bench.product('B0SHLFX301', key), 402, NO_CREDITS)
  assertError(await bench.search('kettle', key), 402, NO_CREDITS)
  assert.deepEqual(await readCredits(id), { product: 5000 })
})

for (const plan of ['vibe', 'pro', 'custom'] as const) {
  const { requests } = NEARLY[plan]
  test(`${plan} stops with 402 at the end of its ${requests} requests`, async () => {
    const { id, key } = workspaceOf(plan)
    assert.deepEqual([await ask(key), await ask(key)], [200, 402])
    assert.deepEqual(await readCredits(id), { product: requests * 5 })
  })
}

test('pay-as-you-go continues beyond the allowance', async () => {
  const { id, key } = workspaceOf('paying')
  assert.deepEqual([await ask(key), await ask(key)], [200, 402])
  await bench.administrate('workspaces.update', { workspace: id, payAsYouGo: true })
  assert.deepEqual([await ask(key), await ask(key)], [200, 200])
  await bench.administrate('workspaces.update', { workspace: id, payAsYouGo: false })
  assert.equal(await ask(key), 402)
  assert.deepEqual(await readCredits(id), { product: 5010 })
})

test('a larger plan has a larger allowance at once', async () => {
  const { id, key } = workspaceOf('upgraded')
  assert.equal(await ask(key), 402)
  await bench.administrate('workspaces.update', { workspace: id, plan: 'vibe' })
  assert.equal(await ask(key), 200)
})

test("parallel requests can't spend the same credits", async () => {
  const { id, key } = workspaceOf('parallel')
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(key, `B0SHLFX${400 + at}`)))
  const [passed, refused] = [200, 402].map((status) => statuses.filter((one) => one === status).length)
  assert.deepEqual([passed, refused], [3, 27])
  assert.deepEqual(await readCredits(id), { product: 375_000 })
})

test('a search reserves all its pages', async () => {
  const { id, key } = workspaceOf('pages')
  assertError(await bench.search('usb cable', key, '&pages=4'), 402, NO_CREDITS)
  // Three are reserved, one is fetched.
  assert.equal((await bench.search('sandbox:nothing', key, '&pages=3')).status, 200)
  assert.equal((await bench.search('usb cable', key, '&pages=2')).status, 200)
  assert.equal((await bench.search('usb cable', key)).status, 402)
  assert.deepEqual(await readCredits(id), { product: 4985, search: 15 })
})

test('a failed request releases its reservation', async () => {
  const { key } = workspaceOf('failing')
  const statuses: number[] = []
  for (const asin of ['B0GONE0404', 'B0CAPTCHA0', 'B0WRONG000', 'B0SHLFX301', 'B0SHLFX302']) {
    statuses.push(await ask(key, asin))
  }
  assert.deepEqual(statuses, [404, 502, 502, 200, 402])
})

test('authentication: the keys of a workspace share its allowance', async () => {
  const { id, key } = workspaceOf('shared')
  const other = await bench.createKey(id)
  assert.deepEqual([await ask(other.fullKey), await ask(key), await ask(other.fullKey)], [200, 402, 402])
})

test('sandbox keys are never charged, and work when the allowance is used up', async () => {
  const { id, key } = workspaceOf('sandbox')
  const { fullKey } = await bench.createKey(id, 'test')
  assert.equal(await ask(key), 402)
  const answer = await bench.search('usb cable', fullKey, '&pages=2')
  assert.deepEqual([answer.status, headerOf(answer, 'Svc-Cost')], [200, '0'])
  assert.deepEqual(await readCredits(id), { product: 5000 })
})

test('a batch is refused with 402 when not one item of it could be paid', async () => {
  const { id, key } = workspaceOf('batches')
  // The first batch runs at once. The clock shows one time, so that those after it wait, and no item takes the credits.
  const { key: other } = await bench.createCaller()
  const ran = await bench.createBatch(other, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
  const { poll_url: poll } = jsonOf(ran) as { poll_url: string }
  const isComplete = async (): Promise<boolean> =>
    (jsonOf(await bench.call(poll, { key: other })) as { status: string }).status === 'complete'
  await until(isComplete, 'the first batch is complete')
  const product = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }, { query: 'B0SHLFX302' }] }
  const search = (...pages: number[]) => ({
    endpoint: 'market.search',
    items: pages.map((count) => ({ query: 'kettle', pages: count })),
  })
  assertError(await bench.createBatch(key, search(2, 3)), 402, NO_CREDITS)
  assert.equal((await bench.createBatch(key, search(2, 1))).status, 201)
  const first = await bench.createBatch(key, product, { 'Idempotency-Key': 'once' })
  assert.equal(first.status, 201)
  assert.equal(await ask(key), 200)
  assertError(await bench.createBatch(key, product), 402, NO_CREDITS)
  // A batch that exists is answered again.
  const again = await bench.createBatch(key, product, { 'Idempotency-Key': 'once' })
  assert.deepEqual([again.status, jsonOf(again)], [201, jsonOf(first)])
  // Parameters are checked before credits.
  assert.equal((await bench.createBatch(key, { ...product, items: [] })).status, 400)
  const { fullKey: sandboxKey } = await bench.createKey(id, 'test')
  assert.equal((await bench.createBatch(sandboxKey, product)).status, 201)
  await bench.administrate('workspaces.update', { workspace: id, payAsYouGo: true })
  assert.equal((await bench.createBatch(key, product)).status, 201)
})

test('a client that leaves is not charged', async () => {
  const { key, workspace } = await bench.createCaller()
  const controller = new AbortController()
  const left = bench.call(`${PRODUCT}?query=B0HANG0000`, { key, signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await assert.rejects(left)
  assert.deepEqual(await bench.readUsage(workspace), [])
})

test('usage is the sum of the ledger', async () => {
  const { charges, differences } = await bench.administrate('ledger.check', {})
  assert.deepEqual(differences, [])
  assert.equal(charges > Object.keys(NEARLY).length, true)
})

test('the allowance is per calendar month, in UTC', async () => {
  const { id, key } = workspaceOf('monthly')
  assert.equal(await ask(key), 402)
  now = MONTH_END + 999
  assert.equal(await ask(key), 402)
  now = MONTH_END + 1000
  assert.equal(await ask(key), 200)
  const days = (await bench.readUsage(id)).map(({ day, credits }) => [day, credits])
  assert.deepEqual(days, [
    ['2026-05-31', 5000],
    ['2026-06-01', 5],
  ])
})
