import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { BATCH, PRODUCT, startBench, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

/** A workspace whose credits are used up but for one request. */
let poor = { workspace: '', key: '' }
let bench: Bench

before(async () => {
  bench = await startBench({
    prepare: async (store) => {
      const { id } = await store.workspaces.create({ name: 'poor', plan: 'free', payAsYouGo: false })
      const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: 'a key' })
      const reservation = await store.ledger.reserve(id, 4995, Date.now())
      assert.ok(reservation !== 'insufficient_credits')
      await store.ledger.settle(reservation, { chargeId: 'used', keyId: key.id, record: 'product', credits: 4995 })
      poor = { workspace: id, key: fullKey }
    },
  })
})
after(() => bench.close())

async function readRefusals(workspace: string): Promise<Record<string, number>> {
  const days = { from: '2000-01-01', to: '2999-12-31' }
  const rows = await bench.administrate('statistics.read', {
    series: 'refusals',
    ...days,
    of: [workspace],
    byDay: false,
  })
  return Object.fromEntries(rows.map(({ name, count }) => [name.slice(1).join(' '), count]))
}

async function expectRefusals(workspace: string, expected: Record<string, number>): Promise<void> {
  let seen = {}
  const isSo = async (): Promise<boolean> => {
    seen = await readRefusals(workspace)
    return isDeepStrictEqual(seen, expected)
  }
  await until(isSo, () => `these refusals, but ${JSON.stringify(seen)}`)
}

const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status)

test('requests that are refused before a page is fetched count by workspace, endpoint and error', async () => {
  const { workspace, key } = poor
  const reader = await bench.administrate('keys.create', {
    workspace,
    kind: 'live',
    name: 'reader',
    scopes: ['read'],
  })
  const answers = [
    await bench.product('not-an-asin', key),
    await bench.product('B0SHLFX301', key, '&domain=dee'),
    await bench.createBatch(key, { endpoint: 'market.product', items: [] }),
    await bench.product('B0SHLFX301', reader.fullKey),
    // Not refusals: a record, and an error of a retrieval.
    await bench.product('B0GONE0404', key, '&domain=de'),
    await bench.product('B0SHLFX301', key, '&domain=de'),
    await bench.product('B0SHLFX301', key, '&domain=de'),
  ]
  assert.deepEqual(statusesOf(answers), [400, 400, 400, 403, 404, 200, 402])
  await expectRefusals(workspace, {
    [`GET ${PRODUCT} invalid_params`]: 2,
    [`POST ${BATCH} invalid_params`]: 1,
    [`GET ${PRODUCT} forbidden_scope`]: 1,
    [`GET ${PRODUCT} insufficient_credits`]: 1,
  })
})

test('a request beyond the rate counts', async () => {
  const { workspace, key } = await bench.createCaller({})
  const statuses: number[] = []
  const call = async (): Promise<number> => (await bench.call('/api/v1/account', { key })).status
  while (!statuses.includes(429)) statuses.push(...(await Promise.all(Array.from({ length: 30 }, call))))
  const refused = statuses.filter((status) => status === 429).length
  await expectRefusals(workspace, { 'GET /api/v1/account rate_limited': refused })
})

test('refusals count as the log has them: of sandbox keys apart, of an ended key for its workspace', async () => {
  const { workspace, key: sandboxKey } = await bench.createCaller({}, 'test')
  const { key, keyId, workspace: ended } = await bench.createCaller()
  await bench.administrate('keys.revoke', { key: keyId })
  const guessed = ['A', 'B', 'C'].map((letter) => `svc_live_${letter.repeat(44)}`)
  const batch = `${BATCH}/00000000-0000-4000-8000-000000000000`
  const answers = [
    await bench.product('not-an-asin', sandboxKey),
    await bench.call(batch, { key: sandboxKey }),
    ...(await Promise.all(guessed.map((guess) => bench.product('B0SHLFX301', guess)))),
    await bench.call(batch, { key: guessed[0] ?? '' }),
    await bench.product('B0SHLFX301', key),
  ]
  assert.deepEqual(statusesOf(answers), [400, 404, 401, 401, 401, 401, 401])
  await expectRefusals('', {
    [`GET ${PRODUCT} unauthorized`]: 3,
    [`GET ${BATCH}/:id unauthorized`]: 1,
  })
  await expectRefusals(workspace, {
    [`GET ${PRODUCT} invalid_params test`]: 1,
    [`GET ${BATCH}/:id not_found test`]: 1,
  })
  await expectRefusals(ended, { [`GET ${PRODUCT} revoked`]: 1 })
  const range = { from: '2000-01-01', to: '2999-12-31' }
  const isLogged = async (): Promise<boolean> => {
    const { outcomes } = await bench.administrate('requests.sum', { workspace, ...range })
    const counts = Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count]))
    return isDeepStrictEqual(counts, { invalid_params: 1, not_found: 1 })
  }
  await until(isLogged, 'the same in the log')
})
