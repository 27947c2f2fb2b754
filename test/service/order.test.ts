import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../adapters/store/store.ts'
import { jsonOf, startBench, type Bench } from '../support/service-bench.ts'

/** Requests that a rested key of the plan Free may send within a second. */
const FREE_BURST = 10
const FREE_CREDITS = 5000
const NOW = Date.UTC(2026, 4, 10)

/** What can be wrong with a request, and its answer. Order: that of the checks. */
const CHECKS = [
  ['path', 404, 'not_found'],
  ['method', 405, 'method_not_allowed'],
  ['key', 401, 'revoked'],
  ['ceiling', 429, 'rate_limited'],
  ['parameter', 400, 'invalid_params'],
  ['roadmap', 501, 'not_implemented'],
  ['allowance', 402, 'insufficient_credits'],
  ['page', 404, 'product_not_found'],
] as const

type Fault = (typeof CHECKS)[number][0]

/** Keys by what is wrong with them: names of faults with a plus between. */
const keys = new Map<string, string>()
let bench: Bench

async function fillStore(store: Store): Promise<void> {
  for (const isUsedUp of [false, true]) {
    const { id } = await store.workspaces.create({ name: 'a workspace' })
    for (const faults of ['', 'key', 'ceiling', 'key+ceiling']) {
      const { key, fullKey } = await store.keys.create(id, { mode: 'live', name: faults || 'sound' })
      if (isUsedUp && faults === '') {
        const reservation = await store.ledger.reserve(id, FREE_CREDITS, NOW)
        assert.notEqual(reservation, 'insufficient_credits')
        if (reservation === 'insufficient_credits') return
        await store.ledger.settle(reservation, {
          chargeId: 'all',
          keyId: key.id,
          record: 'product',
          credits: FREE_CREDITS,
        })
      }
      keys.set([faults, isUsedUp ? 'allowance' : ''].filter(Boolean).join('+'), fullKey)
    }
  }
}

before(async () => {
  bench = await startBench({ epochMs: () => NOW, prepare: fillStore })
  for (const [faults, key] of keys) {
    if (!faults.includes('ceiling')) continue
    for (let sent = 0; sent < FREE_BURST; sent++) await bench.product('x', key)
  }
  for (const { id } of await bench.administrate('workspaces.list', {})) {
    for (const key of await bench.administrate('keys.list', { workspace: id })) {
      if (key.name.includes('key+') || key.name === 'key') await bench.administrate('keys.revoke', { key: key.id })
    }
  }
})
after(() => bench.close())

async function ask(endpoint: 'product' | 'search', faults: readonly Fault[]): Promise<[number, string]> {
  const has = (fault: Fault): boolean => faults.includes(fault)
  const name = (['key', 'ceiling', 'allowance'] as const).filter(has).join('+')
  const key = keys.get(name)
  assert.notEqual(key, undefined, name)
  const page = endpoint === 'product' ? 'B0GONE0404' : 'sandbox:not_found'
  const query = new URLSearchParams({ query: has('page') ? page : 'B0SHLFX301' })
  if (has('parameter')) query.set('domain', 'be')
  if (has('roadmap')) query.set('render_js', 'true')
  const path = `/api/v1/market/${endpoint}${has('path') ? 's' : ''}`
  const answer = await bench.call(`${path}?${query.toString()}`, {
    method: has('method') ? 'POST' : 'GET',
    ...(key === undefined ? {} : { key }),
  })
  return [answer.status, (jsonOf(answer) as { error: string }).error]
}

for (const [at, [first, status, error]] of CHECKS.entries()) {
  for (const [second] of CHECKS.slice(at + 1)) {
    test(`a wrong ${first} is reported before a wrong ${second}: ${status}`, async () => {
      assert.deepEqual(await ask('product', [first, second]), [status, error])
    })
  }
  test(`a search with a wrong ${first} and every later mistake: ${status}`, async () => {
    assert.deepEqual(
      await ask(
        'search',
        CHECKS.slice(at).map(([name]) => name),
      ),
      [status, error],
    )
  })
}

test('a missing key is reported before every other mistake', async () => {
  const answer = await bench.call('/api/v1/market/product?query=x&domain=be&render_js=1')
  assert.deepEqual([answer.status, jsonOf(answer)], [401, { error: 'unauthorized' }])
})
