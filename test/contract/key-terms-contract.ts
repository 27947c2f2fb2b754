import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AdminCreatedKey } from '../../adapters/http/admin/print-key.ts'
import { assertError, BATCH, jsonOf, PRODUCT, SEARCH, type Answer, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { ACCOUNT, accountOf, USAGE } from './account-contract.ts'

const REVOKED = { error: 'revoked' }
const ITEMS = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] }

/** Scopes, expiry, rotation and last use of keys, on any store. */
export function keyTermsContract(name: string, start: () => Promise<Bench>): void {
  let bench: Bench
  before(async () => {
    bench = await start()
  })

  const create = (workspace: string, terms: object): Promise<AdminCreatedKey> =>
    bench.administrate('keys.create', { workspace, kind: 'live', name: 'a key', ...terms })
  const account = (key: string): Promise<Answer> => bench.call(ACCOUNT, { key })
  const untilRevoked = (key: string): Promise<void> =>
    until(async () => (await account(key)).status === 401, 'the key has expired')

  test(`${name}: a key is used within its scopes; another operation gets 403`, async () => {
    const { key, workspace } = await bench.createCaller()
    const { id } = jsonOf(await bench.createBatch(key, ITEMS)) as { id: string }
    const operations = [
      ['retrieve', (one: string) => bench.call(`${PRODUCT}?query=B0SHLFX301`, { key: one })],
      ['retrieve', (one: string) => bench.call(`${SEARCH}?query=kettle`, { key: one })],
      ['batch', (one: string) => bench.createBatch(one, ITEMS)],
      ['batch', (one: string) => bench.call(`${BATCH}/${id}`, { key: one, method: 'DELETE' })],
      ['read', (one: string) => bench.call(`${BATCH}/${id}`, { key: one })],
      ['read', (one: string) => bench.call(BATCH, { key: one })],
      ['read', (one: string) => bench.call(`${BATCH}/${id}/deliveries`, { key: one })],
      ['read', account],
      ['read', (one: string) => bench.call(USAGE, { key: one })],
    ] as const
    for (const scope of ['retrieve', 'batch', 'read'] as const) {
      const { fullKey, key: made } = await create(workspace, { scopes: [scope] })
      assert.deepEqual(made.scopes, [scope])
      for (const [needed, ask] of operations) {
        const answer = await ask(fullKey)
        if (needed === scope) assert.ok(answer.status < 300, `${needed}: ${answer.bytes.toString()}`)
        else assertError(answer, 403, { error: 'forbidden_scope' })
      }
    }
    const redeliver = `${BATCH}/${id}/redeliver`
    const { fullKey } = await create(workspace, { scopes: ['read', 'retrieve'] })
    assertError(await bench.call(redeliver, { key: fullKey, method: 'POST' }), 403, { error: 'forbidden_scope' })
  })

  test(`${name}: a rotated key works for its grace period, and its successor has its scopes`, async () => {
    const workspace = await bench.createWorkspace()
    const old = await create(workspace, { scopes: ['read'] })
    const rotate = (key: AdminCreatedKey, graceSeconds: number): Promise<AdminCreatedKey> =>
      bench.administrate('keys.rotate', { key: key.key.id, graceSeconds })
    const fresh = await rotate(old, 3600)
    assert.deepEqual([fresh.key.scopes, fresh.key.expiresAtMs], [['read'], null])
    assert.deepEqual([(await account(old.fullKey)).status, (await account(fresh.fullKey)).status], [200, 200])
    const [listed] = await bench.administrate('keys.list', { workspace })
    const leftMs = (listed?.expiresAtMs ?? 0) - (fresh.key.createdAtMs + 3_600_000)
    assert.ok(Math.abs(leftMs) < 60_000, `${leftMs} ms`)
    // A later rotation does not give it more time.
    await rotate(old, 7200)
    const [same] = await bench.administrate('keys.list', { workspace })
    assert.equal(same?.expiresAtMs, listed?.expiresAtMs)
    const last = await rotate(fresh, 1)
    await untilRevoked(fresh.fullKey)
    assertError(await account(fresh.fullKey), 401, REVOKED)
    assert.equal((await account(last.fullKey)).status, 200)
    const atOnce = await rotate(last, 0)
    assertError(await account(last.fullKey), 401, REVOKED)
    assert.equal((await account(atOnce.fullKey)).status, 200)
  })

  test(`${name}: an expired key is refused as a revoked one, and does not count as active`, async () => {
    const { key, workspace, prefix } = await bench.createCaller()
    const soon = new Date(Date.now() + 5000).toISOString()
    const expiring = await create(workspace, { expiresAt: soon })
    assert.equal(expiring.key.expiresAtMs, Date.parse(soon))
    for (let count = 2; count < 20; count++) await create(workspace, { expiresAt: '2999-01-01' })
    await untilRevoked(expiring.fullKey)
    assertError(await account(expiring.fullKey), 401, REVOKED)
    const input = (terms: object): string => JSON.stringify({ workspace, kind: 'live', name: 'more', ...terms })
    const ask = (body: string, command = 'keys.create'): Promise<Answer> =>
      bench.callAdmin(`/admin/v1/${command}`, { method: 'POST', body })
    assert.equal((await ask(JSON.stringify({ key: expiring.key.id }), 'keys.rotate')).status, 409)
    await create(workspace, {})
    const refused = await ask(input({}))
    assert.deepEqual([refused.status, (jsonOf(refused) as { error: string }).error], [409, 'too_many_keys'])
    const { keys } = accountOf(await account(key))
    assert.equal(keys.length, 20)
    assert.ok(keys.some((one) => one.prefix === prefix) && !keys.some((one) => one.prefix === expiring.key.prefix))
    for (const terms of [{ expiresAt: '2020-01-01' }, { expiresAt: 'soon' }, { scopes: [] }, { scopes: ['all'] }]) {
      assert.equal((await ask(input(terms))).status, 400, JSON.stringify(terms))
    }
    for (const graceSeconds of [-1, 0.5, 2_592_001]) {
      const body = JSON.stringify({ key: expiring.key.id, graceSeconds })
      assert.equal((await ask(body, 'keys.rotate')).status, 400, body)
    }
  })

  test(`${name}: the last use of a key is recorded`, async () => {
    const { key, workspace, prefix } = await bench.createCaller()
    const unused = await create(workspace, {})
    const before = Date.now()
    const lastUse = async (of: string): Promise<string | null> =>
      accountOf(await account(key)).keys.find((one) => one.prefix === of)?.last_used_at ?? null
    await until(async () => (await lastUse(prefix)) !== null, 'the use is recorded')
    assert.ok(Math.abs(Date.parse((await lastUse(prefix)) ?? '') - before) < 120_000)
    assert.equal(await lastUse(unused.key.prefix), null)
  })

  test(`${name}: a refused request is no use of its key`, async () => {
    const { workspace, key } = await bench.createCaller()
    const narrow = await create(workspace, { scopes: ['read'] })
    assertError(await bench.call(`${PRODUCT}?query=B0SHLFX301`, { key: narrow.fullKey }), 403, {
      error: 'forbidden_scope',
    })
    // A use is written some time after it: that of another key is waited for.
    await account(key)
    const listed = async () => accountOf(await account(key)).keys
    await until(async () => (await listed()).some((one) => one.last_used_at !== null), 'a use is recorded')
    assert.equal((await listed()).find((one) => one.prefix === narrow.key.prefix)?.last_used_at, null)
  })

  // Not in `after`: a Redis would end before.
  test(`${name}: the server ends`, () => bench.close())
}
