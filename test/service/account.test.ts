import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Store } from '../../adapters/store/store.ts'
import { ACCOUNT, accountContract, accountOf, USAGE, usageOf } from '../contract/account-contract.ts'
import { assertInvalid, startBench, type Bench } from '../support/service-bench.ts'

accountContract('embedded', () => startBench())

const NOW = Date.parse('2026-12-20T10:00:00Z')
const DAY_MS = 86_400_000

let bench: Bench
let key = ''

/** Charges 5 credits on each of the last 100 days. */
async function charge(store: Store): Promise<void> {
  const { id } = await store.workspaces.create({ name: 'a workspace', plan: 'pro', payAsYouGo: true })
  const created = await store.keys.create(id, { mode: 'live', name: 'a key' })
  key = created.fullKey
  for (let ago = 0; ago < 100; ago++) {
    const reservation = await store.ledger.reserve(id, 5, NOW - ago * DAY_MS)
    assert.ok(reservation !== 'insufficient_credits')
    await store.ledger.settle(reservation, {
      chargeId: String(ago),
      keyId: created.key.id,
      record: 'product',
      credits: 5,
    })
  }
}

before(async () => {
  bench = await startBench({ epochMs: () => NOW, prepare: charge })
})
after(() => bench.close())

test('the allowance is that of the calendar month, in UTC', async () => {
  const account = accountOf(await bench.call(ACCOUNT, { key }))
  assert.deepEqual([account.used, account.resets_at], [100, '2027-01-01T00:00:00.000Z'])
})

test('usage: 30 days by default, 90 at most', async () => {
  const ask = async (query: string) => {
    const { from, to, total, rows } = usageOf(await bench.call(`${USAGE}${query}`, { key }))
    return [from, to, total.charges, rows.length]
  }
  assert.deepEqual(await ask(''), ['2026-11-21', '2026-12-20', 30, 30])
  assert.deepEqual(await ask('?from=2026-09-21'), ['2026-09-21', '2026-12-20', 91, 91])
  assert.deepEqual(await ask('?to=2026-10-01'), ['2026-09-21', '2026-10-01', 11, 11])
  assert.deepEqual(await ask('?from=2026-12-01&to=2026-12-01'), ['2026-12-01', '2026-12-01', 1, 1])
  assert.deepEqual(await ask('?from=2026-12-19&to=2027-03-01'), ['2026-12-19', '2027-03-01', 2, 2])
})

for (const [query, params] of [
  ['?from=2026-09-20', ['from']],
  ['?to=2026-09-20', ['to']],
  ['?from=2026-12-02&to=2026-12-01', ['to']],
  ['?from=yesterday&to=2026-02-30', ['from', 'to']],
  ['?from=2026-12-01&from=2026-12-02', ['from']],
  ['?from=', ['from']],
  ['?to=2026-12-1', ['to']],
] as const) {
  test(`usage ${query}: 400, and names ${params.join(', ')}`, async () => {
    assertInvalid(await bench.call(`${USAGE}${query}`, { key }), params)
  })
}
