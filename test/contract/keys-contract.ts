import assert from 'node:assert/strict'
import type { Key } from '../../adapters/store/keys.ts'
import { parseKey, USUAL_SCOPES } from '../../core/policy/index.ts'
import { createCaller, NOW, refuses, type Check } from './store-caller.ts'

/** The last use is written some time after it. */
const withoutUse = (key: Key): Key => ({ ...key, lastUsedAtMs: null })

/** Keys identify their callers, and are revoked and rotated. */
export function checkKeys(check: Check): void {
  check('a full key is returned once, and identifies its caller', async (store) => {
    const workspace = await store.workspaces.create({ name: 'First' })
    for (const mode of ['live', 'test'] as const) {
      const { key, fullKey } = await store.keys.create(workspace.id, { mode, name: `a ${mode} key` })
      const { prefix } = key
      assert.deepEqual(parseKey(fullKey)?.prefix, prefix)
      const { id: keyId, ...rest } = key
      const expected = {
        mode,
        workspaceId: workspace.id,
        prefix,
        name: `a ${mode} key`,
        allowedAddresses: [],
        scopes: USUAL_SCOPES,
        createdAtMs: NOW,
        expiresAtMs: null,
        lastUsedAtMs: null,
        revokedAtMs: null,
        hasOldPepper: false,
      }
      assert.deepEqual(rest, expected)
      // The second call may be answered from a cache.
      for (let time = 0; time < 2; time++) {
        const caller = { mode, keyId, prefix, allowedAddresses: [], scopes: USUAL_SCOPES, workspace }
        assert.deepEqual(await store.keys.authenticate(fullKey), caller)
      }
      assert.ok(!JSON.stringify(await store.keys.list(workspace.id)).includes(fullKey.slice(21)))
    }
    assert.deepEqual(
      (await store.keys.list(workspace.id)).map(({ mode }) => mode),
      ['live', 'test'],
    )
  })

  check('anything but a full key of the store is unauthorized', async (store) => {
    const { fullKey } = await createCaller(store)
    const end = fullKey.endsWith('a') ? 'b' : 'a'
    const others = ['', 'x', fullKey.slice(1), fullKey.slice(0, -1), `${fullKey.slice(0, -1)}${end}`, `${fullKey} `]
    const otherKind = fullKey.replace('live', 'test')
    const otherPrefix = `svc_live_${'0'.repeat(12)}${fullKey.slice(21)}`
    for (const text of [...others, otherKind, otherPrefix])
      assert.equal(await store.keys.authenticate(text), 'unauthorized')
  })

  check('a revoked key is refused at once', async (store) => {
    const { key, fullKey } = await createCaller(store)
    assert.equal(typeof (await store.keys.authenticate(fullKey)), 'object')
    const revoked = withoutUse(await store.keys.revoke(key.id))
    assert.deepEqual(revoked, { ...key, revokedAtMs: NOW })
    const ended: unknown[] = []
    const see = (text: string): Promise<unknown> =>
      store.keys.authenticate(
        text,
        () => true,
        (one) => ended.push([one.id, one.workspaceId, one.mode, one.revokedAtMs, one.expiresAtMs]),
      )
    assert.equal(await see(fullKey), 'revoked')
    assert.deepEqual(ended, [[key.id, key.workspaceId, key.mode, NOW, null]])
    const end = fullKey.endsWith('a') ? 'b' : 'a'
    assert.equal(await see(`${fullKey.slice(0, -1)}${end}`), 'unauthorized')
    assert.equal(ended.length, 1)
    assert.deepEqual(withoutUse(await store.keys.revoke(key.id)), revoked)
    assert.deepEqual((await store.keys.list(key.workspaceId)).map(withoutUse), [revoked])
    await refuses('unknown_key', store.keys.revoke('key_none'))
  })

  check('a workspace has at most 20 active keys, even when many are created at once', async (store) => {
    const { id } = await store.workspaces.create({ name: 'First' })
    const asked = Array.from({ length: 25 }, (_, index) => store.keys.create(id, { mode: 'test', name: String(index) }))
    const outcomes = await Promise.allSettled(asked)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 20)
    await refuses('too_many_keys', store.keys.create(id, { mode: 'live', name: 'one more' }))
    const keys = await store.keys.list(id)
    assert.equal(keys.length, 20)
    await store.keys.revoke(keys[0]?.id ?? '')
    await store.keys.create(id, { mode: 'live', name: 'now there is room' })
    await refuses('too_many_keys', store.keys.create(id, { mode: 'live', name: 'one more' }))
    // The maximum counts for each workspace.
    await createCaller(store)
  })

  check('a key is rotated in one step, also when there are 20', async (store) => {
    const { key, fullKey, workspaceId } = await createCaller(store)
    for (let count = 1; count < 20; count++) await store.keys.create(workspaceId, { mode: 'test', name: 'more' })
    const rotated = await store.keys.rotate(key.id)
    assert.equal(await store.keys.authenticate(fullKey), 'revoked')
    const caller = await store.keys.authenticate(rotated.fullKey)
    assert.ok(typeof caller === 'object')
    assert.equal(caller.keyId, rotated.key.id)
    assert.deepEqual([rotated.key.name, rotated.key.mode], [key.name, key.mode])
    assert.notEqual(rotated.key.id, key.id)
    await refuses('key_revoked', store.keys.rotate(key.id))
    await refuses('unknown_key', store.keys.rotate('key_none'))
  })

  check('a key has a list of addresses on the plans that include it, and its successor has the same', async (store) => {
    const [office, home] = [['192.0.2.0/24', '2001:db8::/32'], ['192.0.2.7']]
    const { key, fullKey, workspaceId } = await createCaller(store, { plan: 'pro' })
    const allowedBy = async (text: string): Promise<unknown> => {
      const caller = await store.keys.authenticate(text)
      return typeof caller === 'object' ? caller.allowedAddresses : caller
    }
    assert.deepEqual(await allowedBy(fullKey), [])
    assert.deepEqual(withoutUse(await store.keys.restrict(key.id, office)), { ...key, allowedAddresses: office })
    assert.deepEqual(await allowedBy(fullKey), office)
    const rotated = await store.keys.rotate(key.id)
    assert.deepEqual(await allowedBy(rotated.fullKey), office)
    const created = await store.keys.create(workspaceId, { mode: 'live', name: 'home', allowedAddresses: home })
    assert.deepEqual(await allowedBy(created.fullKey), home)
    assert.deepEqual(
      (await store.keys.list(workspaceId)).map(({ allowedAddresses }) => allowedAddresses),
      [office, office, home],
    )
    await refuses('unknown_key', store.keys.restrict('key_none', home))

    await store.workspaces.update(workspaceId, { plan: 'vibe' })
    assert.deepEqual(await allowedBy(created.fullKey), home)
    await refuses('not_in_plan', store.keys.restrict(created.key.id, office))
    await refuses(
      'not_in_plan',
      store.keys.create(workspaceId, { mode: 'live', name: 'more', allowedAddresses: office }),
    )
    assert.deepEqual(await allowedBy(created.fullKey), home)
    assert.deepEqual((await store.keys.restrict(created.key.id, [])).allowedAddresses, [])
    assert.deepEqual(await allowedBy(created.fullKey), [])
  })

  check('another plan counts from the next request', async (store) => {
    const { fullKey, workspaceId } = await createCaller(store)
    await store.keys.authenticate(fullKey)
    const workspace = await store.workspaces.update(workspaceId, { plan: 'pro' })
    const caller = await store.keys.authenticate(fullKey)
    assert.ok(typeof caller === 'object')
    assert.deepEqual(caller.workspace, workspace)
  })
}
