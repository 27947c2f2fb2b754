import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Key, KeyCreated, KeyList, KeyRevoked } from '../../core/contract/index.ts'
import {
  assertError,
  assertInvalid,
  headerOf,
  jsonOf,
  PRODUCT,
  type Answer,
  type Bench,
  type Call,
} from '../support/service-bench.ts'
import { ACCOUNT } from './account-contract.ts'

const KEYS = '/api/v1/keys'
/** A run takes one item: the batch does not end. */
const ITEMS = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }, { query: 'B0SHLFX302' }] }

/** Keys that callers manage with a key that has the scope `keys`, on any store. */
export function ownKeysContract(name: string, start: () => Promise<Bench>): void {
  let bench: Bench
  before(async () => {
    bench = await start()
  })

  /** A workspace with a key that manages the others. */
  const createManager = async (terms: object = {}, kind: 'live' | 'test' = 'live', workspaceTerms?: object) => {
    const workspace = await bench.createWorkspace(workspaceTerms)
    const input = { workspace, kind, name: 'manager', scopes: ['keys'], ...terms }
    const { key, fullKey } = await bench.administrate('keys.create', input)
    return { workspace, id: key.id, key: fullKey }
  }
  const send = (key: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent: Partial<Call> =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
    return bench.call(`${KEYS}${path}`, { key, method, ...sent })
  }
  const create = (key: string, body: object): Promise<Answer> => send(key, 'POST', '', { name: 'a key', ...body })
  const created = (answer: Answer): KeyCreated => {
    assert.equal(answer.status, 201, answer.bytes.toString())
    assert.equal(headerOf(answer, 'Svc-Cost'), '0')
    assert.equal(headerOf(answer, 'cache-control'), 'no-store')
    return jsonOf(answer) as KeyCreated
  }
  const list = async (key: string): Promise<readonly Key[]> => {
    const answer = await send(key, 'GET', '')
    assert.equal(answer.status, 200, answer.bytes.toString())
    return (jsonOf(answer) as KeyList).keys
  }
  const statusOf = async (key: string, path = ACCOUNT): Promise<number> => (await bench.call(path, { key })).status

  test(`${name}: a key is created, listed and revoked, and its whole text is shown once`, async () => {
    const manager = await createManager()
    const expires_at = '2999-01-01T00:00:00.000Z'
    const allowed_addresses = ['127.0.0.1', '::1']
    const made = created(
      await create(manager.key, { name: ' report ', scopes: ['read', 'read'], expires_at, allowed_addresses }),
    )
    const { full_key: fullKey, ...key } = made
    assert.match(fullKey, /^svc_live_[A-Za-z0-9]{44}$/)
    assert.deepEqual(
      { ...key, id: '', prefix: '', created_at: '' },
      {
        id: '',
        prefix: '',
        kind: 'live',
        name: 'report',
        scopes: ['read'],
        allowed_addresses,
        created_at: '',
        expires_at,
        last_used_at: null,
      },
    )
    assert.deepEqual(
      (await list(manager.key)).map(({ id }) => id),
      [manager.id, key.id],
    )
    assert.deepEqual((await list(manager.key))[1], key)
    assert.ok(
      !(await send(manager.key, 'GET', '')).bytes.toString().includes(fullKey.slice(21)),
      'the secret is listed',
    )
    assert.deepEqual([await statusOf(fullKey), await statusOf(fullKey, `${PRODUCT}?query=B0SHLFX301`)], [200, 403])

    const gone = await send(manager.key, 'DELETE', `/${key.id}`)
    assert.equal(gone.status, 200)
    const { revoked_at, running_batches, canceled_batches, paused_watches, paused_schedules, ...rest } = jsonOf(
      gone,
    ) as KeyRevoked
    assert.deepEqual({ ...rest, last_used_at: null }, key)
    assert.deepEqual([running_batches, canceled_batches, paused_watches, paused_schedules], [0, 0, 0, 0])
    assertError(await bench.call(ACCOUNT, { key: fullKey }), 401, { error: 'revoked' })
    assert.deepEqual(
      (await list(manager.key)).map(({ id }) => id),
      [manager.id],
    )
    const again = jsonOf(await send(manager.key, 'DELETE', `/${key.id}`)) as KeyRevoked
    assert.equal(again.revoked_at, revoked_at)
  })

  test(`${name}: without the scope, 403; nobody grants it but operators`, async () => {
    const manager = await createManager()
    const usual = created(await create(manager.key, {}))
    assert.deepEqual(usual.scopes, ['retrieve', 'batch', 'read'])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', `/${usual.id}/rotate`],
      ['DELETE', `/${usual.id}`],
    ] as const) {
      assertError(await send(usual.full_key, method, path), 403, { error: 'forbidden_scope' })
    }
    assertInvalid(await create(manager.key, { scopes: ['keys'] }), ['scopes'])
    assert.equal(await statusOf(manager.key), 403)
    assert.equal((await list(manager.key)).length, 2)
  })

  test(`${name}: wrong members are all named, and nothing is created`, async () => {
    const manager = await createManager()
    const wrong = await send(manager.key, 'POST', '', { scope: ['read'], scopes: [], expires_at: 'soon' })
    assertInvalid(wrong, ['name', 'scopes', 'expires_at', 'scope'])
    assertInvalid(await create(manager.key, { expires_at: '2020-01-01T00:00:00Z', allowed_addresses: ['home'] }), [
      'expires_at',
      'allowed_addresses[0]',
    ])
    for (const body of [null, [], 'text', 5]) assertInvalid(await send(manager.key, 'POST', '', body), ['body'])
    assertInvalid(await send(manager.key, 'POST', `/${manager.id}/rotate`, { grace_seconds: -1 }), ['grace_seconds'])
    assertInvalid(await send(manager.key, 'DELETE', `/${manager.id}?cancel_batches=perhaps`), ['cancel_batches'])
    const untyped = await bench.call(KEYS, { key: manager.key, method: 'POST', body: '{}' })
    assertError(untyped, 415, { error: 'unsupported_media_type' })
    assert.equal((await list(manager.key)).length, 1)
    const small = await createManager({}, 'live', { plan: 'vibe' })
    assertInvalid(await create(small.key, { allowed_addresses: ['203.0.113.0/24'] }), ['allowed_addresses'])
  })

  test(`${name}: keys of other workspaces and of the other kind do not exist`, async () => {
    const manager = await createManager()
    const stranger = await bench.createCaller()
    const sandbox = await bench.createKey(manager.workspace, 'test')
    for (const id of [stranger.keyId, sandbox.key.id, 'key_none', '%00', 'a%3Ab']) {
      assertError(await send(manager.key, 'DELETE', `/${id}`), 404, { error: 'not_found' })
      assertError(await send(manager.key, 'POST', `/${id}/rotate`, {}), 404, { error: 'not_found' })
    }
    assert.deepEqual([await statusOf(stranger.key), await statusOf(sandbox.fullKey)], [200, 200])
    const sandboxManager = await createManager({}, 'test')
    const made = created(await create(sandboxManager.key, {}))
    assert.ok(made.full_key.startsWith('svc_test_'))
    assert.deepEqual(
      (await list(sandboxManager.key)).map(({ kind }) => kind),
      ['test', 'test'],
    )
  })

  test(`${name}: a rotated key has a successor with its terms; a manager is rotated by itself alone`, async () => {
    const expiresAt = '2999-01-01T00:00:00.000Z'
    const manager = await createManager({ expiresAt })
    const old = created(await create(manager.key, { name: 'crawler', scopes: ['read'] }))
    const next = created(await send(manager.key, 'POST', `/${old.id}/rotate`, { grace_seconds: 3600 }))
    assert.deepEqual([next.name, next.scopes, next.expires_at], ['crawler', ['read'], null])
    assert.deepEqual([await statusOf(old.full_key), await statusOf(next.full_key)], [200, 200])
    const last = created(await send(manager.key, 'POST', `/${next.id}/rotate`, { grace_seconds: null }))
    assert.deepEqual([await statusOf(next.full_key), await statusOf(last.full_key)], [401, 200])
    assertError(await send(manager.key, 'POST', `/${next.id}/rotate`, {}), 404, { error: 'not_found' })

    const other = await bench.administrate('keys.create', {
      workspace: manager.workspace,
      kind: 'live',
      name: 'other manager',
      scopes: ['keys'],
    })
    assertError(await send(manager.key, 'POST', `/${other.key.id}/rotate`, {}), 403, { error: 'forbidden_scope' })
    const successor = created(await send(manager.key, 'POST', `/${manager.id}/rotate`, {}))
    assert.deepEqual([successor.scopes, successor.expires_at], [['keys'], expiresAt])
    assertError(await send(manager.key, 'GET', ''), 401, { error: 'revoked' })
    assert.equal((await send(successor.full_key, 'DELETE', `/${successor.id}`)).status, 200)
    assertError(await send(successor.full_key, 'GET', ''), 401, { error: 'revoked' })
  })

  test(`${name}: the 21st active key is refused; a rotation without a grace period is not`, async () => {
    const manager = await createManager()
    let last = ''
    for (let count = 1; count < 20; count++) last = created(await create(manager.key, {})).id
    assertError(await create(manager.key, {}), 409, { error: 'too_many_keys' })
    assertError(await send(manager.key, 'POST', `/${last}/rotate`, { grace_seconds: 60 }), 409, {
      error: 'too_many_keys',
    })
    created(await send(manager.key, 'POST', `/${last}/rotate`, {}))
    assert.equal((await list(manager.key)).length, 20)
  })

  test(`${name}: the batches of a revoked key are counted, or canceled`, async () => {
    const manager = await createManager()
    const worker = created(await create(manager.key, {}))
    for (let count = 0; count < 2; count++) assert.equal((await bench.createBatch(worker.full_key, ITEMS)).status, 201)
    const revoke = async (query: string) =>
      jsonOf(await send(manager.key, 'DELETE', `/${worker.id}${query}`)) as KeyRevoked
    const first = await revoke('')
    assert.deepEqual([first.running_batches, first.canceled_batches], [2, 0])
    const second = await revoke('?cancel_batches=true')
    assert.deepEqual([second.running_batches, second.canceled_batches], [0, 2])
  })

  test(`${name}: the audit log has who changed which key, and neither its name nor its secret`, async () => {
    const manager = await createManager()
    const made = created(await create(manager.key, { name: 'a secret project', scopes: ['read'] }))
    const next = created(await send(manager.key, 'POST', `/${made.id}/rotate`, { grace_seconds: 60 }))
    await send(manager.key, 'DELETE', `/${made.id}`)
    for (let count = 2; count < 20; count++) await create(manager.key, {})
    await create(manager.key, {})
    const { entries } = await bench.administrate('audit.list', {
      from: '2020-01-01',
      to: '2999-12-31',
      workspace: manager.workspace,
      limit: 100,
    })
    const own = entries.filter(({ actor }) => actor === `key:${manager.id}`).toReversed()
    const facts = own.map(({ command, outcome, subjectId, input }) => ({ command, outcome, subjectId, input }))
    const { workspace } = manager
    const none = '(not recorded)'
    assert.deepEqual(facts.slice(0, 3), [
      {
        command: 'keys.create',
        outcome: 'ok',
        subjectId: made.id,
        input: { workspace, kind: 'live', name: none, scopes: ['read'] },
      },
      {
        command: 'keys.rotate',
        outcome: 'ok',
        subjectId: next.id,
        input: { workspace, key: made.id, graceSeconds: 60 },
      },
      {
        command: 'keys.revoke',
        outcome: 'ok',
        subjectId: made.id,
        input: { workspace, key: made.id, cancelBatches: false },
      },
    ])
    assert.equal(facts.at(-1)?.outcome, 'too_many_keys')
    assert.ok(own.every(({ address }) => address !== null))
    const text = JSON.stringify(entries)
    for (const hidden of ['a secret project', made.full_key, made.full_key.slice(21)]) assert.ok(!text.includes(hidden))
  })

  // Not in `after`: a Redis would end before.
  test(`${name}: the server ends`, () => bench.close())
}
