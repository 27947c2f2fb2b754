import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Account, ReferenceUsage, Usage } from '../../core/contract/index.ts'
import { assertError, assertInvalid, headerOf, jsonOf, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

export const ACCOUNT = '/api/v1/account'
export const USAGE = '/api/v1/usage'

const today = (): string => new Date().toISOString().slice(0, 10)

export function accountOf(answer: Answer): Account {
  assert.equal(answer.status, 200, answer.bytes.toString())
  assert.equal(headerOf(answer, 'Svc-Cost'), '0')
  return jsonOf(answer) as Account
}

export function usageOf(answer: Answer): Usage {
  assert.equal(answer.status, 200, answer.bytes.toString())
  return jsonOf(answer) as Usage
}

/** What a key sees of its own workspace, on any store. */
export function accountContract(name: string, start: () => Promise<Bench>): void {
  let bench: Bench
  before(async () => {
    bench = await start()
  })

  test(`${name}: the account has plan, allowance, use, ceilings and keys of the own kind`, async () => {
    const { key, workspace, prefix } = await bench.createCaller({ plan: 'vibe', payAsYouGo: true })
    await bench.createCaller()
    const revoked = await bench.createKey(workspace)
    await bench.administrate('keys.revoke', { key: revoked.key.id })
    const sandbox = await bench.createKey(workspace, 'test')
    assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
    assert.equal((await bench.search('usb cable', key, '&pages=2')).status, 200)
    assert.equal((await bench.product('B0GONE0404', key)).status, 404)
    assert.equal((await bench.product('B0SHLFX301', sandbox.fullKey)).status, 200)

    const account = accountOf(await bench.call(ACCOUNT, { key }))
    const { resets_at: resetsAt, keys, ...rest } = account
    assert.deepEqual(rest, {
      plan: 'vibe',
      kind: 'live',
      allowance: 125_000,
      spending_cap: null,
      used: 15,
      remaining: 124_985,
      pay_as_you_go: true,
      ceilings: {
        concurrency: 100,
        sustained_per_second: 10,
        burst_per_second: 40,
        pending_items: null,
        stored_bytes: 2_000_000_000,
      },
      stored_bytes: 0,
    })
    assert.match(resetsAt, /^\d{4}-\d\d-01T00:00:00\.000Z$/)
    assert.deepEqual(
      keys.map((one) => [one.prefix, one.kind, one.name]),
      [[prefix, 'live', 'a key']],
    )

    const other = accountOf(await bench.call(ACCOUNT, { key: sandbox.fullKey }))
    assert.deepEqual([other.kind, other.allowance, other.used, other.remaining], ['test', null, 0, null])
    assert.deepEqual([other.ceilings.pending_items, other.ceilings.stored_bytes], [1000, 200_000_000])
    assert.deepEqual(
      other.keys.map((one) => one.prefix),
      [sandbox.key.prefix],
    )
  })

  test(`${name}: above its spending cap, a workspace with pay-as-you-go gets 402, until operators raise it`, async () => {
    const { key, workspace } = await bench.createCaller({ plan: 'free', payAsYouGo: true, spendingCap: 12 })
    const first = await bench.product('B0SHLFX301', key)
    assert.deepEqual([first.status, headerOf(first, 'Svc-Credits-Remaining')], [200, '7'])
    assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
    assertError(await bench.product('B0SHLFX301', key), 402, { error: 'insufficient_credits' })
    const batch = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] }
    assertError(await bench.createBatch(key, batch), 402, { error: 'insufficient_credits' })
    const sandbox = await bench.createKey(workspace, 'test')
    assert.equal((await bench.product('B0SHLFX301', sandbox.fullKey)).status, 200)
    const read = async (of = key) => {
      const { allowance, spending_cap, used, remaining } = accountOf(await bench.call(ACCOUNT, { key: of }))
      return [allowance, spending_cap, used, remaining]
    }
    assert.deepEqual(await read(), [5000, 12, 10, 2])
    assert.deepEqual(await read(sandbox.fullKey), [null, null, 0, null])
    await bench.administrate('workspaces.update', { workspace, spendingCap: 20 })
    assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
    assert.deepEqual(await read(), [5000, 20, 15, 5])
    await bench.administrate('workspaces.update', { workspace, spendingCap: null })
    assert.deepEqual(await read(), [5000, null, 15, 4985])
  })

  test(`${name}: usage by day, key and endpoint, of the own workspace`, async () => {
    const { key, workspace, prefix, keyId } = await bench.createCaller()
    const second = await bench.createKey(workspace)
    const stranger = await bench.createCaller()
    const first = today()
    for (const asin of ['B0SHLFX301', 'B0SHLFX302']) assert.equal((await bench.product(asin, key)).status, 200)
    assert.equal((await bench.search('usb cable', second.fullKey, '&pages=3')).status, 200)
    assert.equal((await bench.product('B0SHLFX301', stranger.key)).status, 200)
    await bench.administrate('keys.revoke', { key: keyId })

    const usage = usageOf(await bench.call(USAGE, { key: second.fullKey }))
    assert.deepEqual(usage.total, { charges: 3, credits: 25 })
    const sums = new Map<string, number>()
    for (const { day, key: of, endpoint, credits } of usage.rows) {
      assert.ok(day >= first && day <= today())
      sums.set(`${of} ${endpoint}`, (sums.get(`${of} ${endpoint}`) ?? 0) + credits)
    }
    assert.deepEqual(Object.fromEntries(sums), {
      [`${prefix} market.product`]: 10,
      [`${second.key.prefix} market.search`]: 15,
    })
    const sandbox = await bench.createKey(workspace, 'test')
    const none = usageOf(await bench.call(USAGE, { key: sandbox.fullKey }))
    assert.deepEqual([none.total, none.rows], [{ charges: 0, credits: 0 }, []])
  })

  test(`${name}: usage by the references of items, a page at a time`, async () => {
    const { key, workspace } = await bench.createCaller({ plan: 'pro' })
    const references = ['B', 'A', 'A', null, 'größe & 7']
    const items = references.map((reference) => ({ query: 'B0SHLFX301', reference }))
    assert.equal((await bench.createBatch(key, { endpoint: 'market.product', items })).status, 201)
    assert.equal((await bench.search('usb cable', key)).status, 200)
    const read = async (query = '', of = key): Promise<ReferenceUsage> => {
      const answer = await bench.call(`${USAGE}/references${query}`, { key: of })
      assert.equal(answer.status, 200, answer.bytes.toString())
      return jsonOf(answer) as ReferenceUsage
    }
    await until(async () => (await read()).total.charges === 6, 'the charges of the items')
    const usage = await read()
    assert.deepEqual(usage.total, usageOf(await bench.call(USAGE, { key })).total)
    const toText = ({ reference, endpoint, charges, credits }: ReferenceUsage['rows'][number]): string =>
      `${reference} ${endpoint} ${charges} ${credits}`
    const rows = [
      'null market.product 1 5',
      'null market.search 1 5',
      'A market.product 2 10',
      'B market.product 1 5',
      'größe & 7 market.product 1 5',
    ]
    assert.deepEqual([usage.rows.map(toText), usage.next_cursor], [rows, null])
    assert.ok(usage.from < usage.to && usage.to === today())

    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ReferenceUsage = await read(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
      assert.deepEqual(page.total, usage.total)
      pages.push(page.rows.map(toText))
      cursor = page.next_cursor
    }
    assert.deepEqual(pages, [rows.slice(0, 2), ...rows.slice(2).map((row) => [row])])

    const one = await read(`?reference=${encodeURIComponent('größe & 7')}&from=${usage.to}`)
    assert.deepEqual([one.total, one.rows.map(toText)], [{ charges: 1, credits: 5 }, rows.slice(4)])
    assert.deepEqual((await read('?reference=C')).rows, [])
    const sandbox = await bench.createKey(workspace, 'test')
    assert.deepEqual((await read('', sandbox.fullKey)).rows, [])
    const stranger = await bench.createCaller()
    assert.deepEqual((await read('', stranger.key)).rows, [])
    for (const wrong of ['cursor=A', 'limit=0', 'limit=1001', 'reference=', 'from=2020-01-01', 'references=A']) {
      assertInvalid(await bench.call(`${USAGE}/references?${wrong}`, { key }), [wrong.split('=')[0] ?? ''])
    }
  })

  test(`${name}: account and usage need a key`, async () => {
    for (const path of [ACCOUNT, USAGE, `${USAGE}/references`]) {
      assertError(await bench.call(path), 401, { error: 'unauthorized' })
      assert.equal((await bench.call(path, { method: 'POST' })).status, 405)
    }
  })

  // Not in `after`: a Redis would end before.
  test(`${name}: the server ends`, () => bench.close())
}
