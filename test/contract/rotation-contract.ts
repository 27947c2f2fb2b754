import assert from 'node:assert/strict'
import type { Key } from '../../adapters/store/keys.ts'
import type { Store } from '../../adapters/store/store.ts'
import { until } from '../support/wait.ts'
import { create, fail, claim } from './batch-calls.ts'
import { createCaller, NOW, refuses, type Check } from './store-caller.ts'

const [FIRST, NEXT] = ['the first pepper of a store', 'the next pepper of a store']

async function listOld(store: Store, workspaceId: string): Promise<string[]> {
  return (await store.keys.list(workspaceId)).filter(({ hasOldPepper }: Key) => hasOldPepper).map(({ name }) => name)
}

const isKnown = async (store: Store, fullKey: string): Promise<boolean> =>
  typeof (await store.keys.authenticate(fullKey)) === 'object'

/** Peppers and master keys are replaced while the store has keys and secrets. */
export function checkRotation(check: Check): void {
  for (const first of [FIRST, null]) {
    check(
      `rotation: keys move from ${first === null ? 'no' : 'a'} pepper to the next one when they are used`,
      async (empty, data) => {
        await empty.close()
        const old = await data.open(first === null ? {} : { pepper: first })
        const used = await createCaller(old)
        const { workspaceId, fullKey } = used
        const idle = await old.keys.create(workspaceId, { mode: 'live', name: 'idle' })
        const gone = await old.keys.create(workspaceId, { mode: 'live', name: 'gone' })
        await old.keys.revoke(gone.key.id)
        assert.deepEqual(await listOld(old, workspaceId), [])
        await old.close()

        await refuses('pepper_mismatch', data.open({ pepper: NEXT }))
        await refuses('pepper_mismatch', data.open({ pepper: NEXT, oldPepper: 'not the pepper of this store' }))
        const both = await data.open({ pepper: NEXT, oldPepper: first })
        assert.deepEqual(await listOld(both, workspaceId), ['main', 'idle', 'gone'])
        for (let times = 0; times < 3; times++) assert.ok(await isKnown(both, fullKey))
        await until(
          async () => (await listOld(both, workspaceId)).length === 2,
          'the used key is hashed with the next pepper',
        )
        const end = fullKey.endsWith('a') ? 'b' : 'a'
        assert.equal(await both.keys.authenticate(`${fullKey.slice(0, -1)}${end}`), 'unauthorized')
        assert.equal(await both.keys.authenticate(gone.fullKey), 'revoked')
        const young = await both.keys.create(workspaceId, { mode: 'live', name: 'young' })
        assert.deepEqual(await listOld(both, workspaceId), ['idle', 'gone'])
        await both.close()
        // The old one alone still opens it, until the next one is adopted.
        const behind = await data.open({ pepper: first, oldPepper: NEXT })
        assert.ok((await isKnown(behind, idle.fullKey)) && (await isKnown(behind, young.fullKey)))
        await behind.close()

        const adopting = await data.open({ pepper: NEXT, oldPepper: first })
        assert.ok(await isKnown(adopting, young.fullKey))
        await until(
          async () => !(await listOld(adopting, workspaceId)).includes('young'),
          'the young key has the next pepper',
        )
        assert.equal(await adopting.keys.adoptPepper(), 1)
        assert.equal(await adopting.keys.adoptPepper(), 1)
        await adopting.close()
        await refuses('pepper_mismatch', data.open(first === null ? {} : { pepper: first }))

        const alone = await data.open({ pepper: NEXT })
        assert.ok((await isKnown(alone, fullKey)) && (await isKnown(alone, young.fullKey)))
        assert.equal(await alone.keys.authenticate(idle.fullKey), 'unauthorized')
        assert.deepEqual(await listOld(alone, workspaceId), ['idle', 'gone'])
        await alone.close()
        // What was dropped too early can be brought back.
        const back = await data.open({ pepper: NEXT, oldPepper: first })
        assert.ok(await isKnown(back, idle.fullKey))
        await until(async () => (await back.keys.adoptPepper()) === 0, 'no active key has the old pepper')
        await back.close()
      },
    )
  }

  check('rotation: the secrets of all batches are listed and replaced, running, ended and forgotten', async (store) => {
    const caller = await createCaller(store, { payAsYouGo: true })
    const ids: string[] = []
    const add = async (index: number): Promise<void> => {
      ids.push((await create(store, caller, 1, { sealedSecret: `plain:${index}` })).id)
    }
    const week = { resultsMs: 0, recordsMs: 1e9, idempotencyMs: 1e9 }
    for (let index = 0; index < 300; index++) await add(index)
    for (const one of await claim(store, 300)) await fail(store, one)
    await store.batches.forget(week, NOW + 1)
    for (let index = 300; index < 600; index++) await add(index)
    for (const one of await claim(store, 300)) await fail(store, one)
    for (let index = 600; index < 1100; index++) await add(index)
    const list = async (): Promise<ReadonlyMap<string, string>> => {
      const secrets = new Map<string, string>()
      for await (const { ownerId, sealedSecret } of store.batches.listSecrets()) secrets.set(ownerId, sealedSecret)
      return secrets
    }
    const known = await list()
    assert.deepEqual([...known.keys()].toSorted(), ids.toSorted())
    const replace = async (sealed: (secret: string) => string): Promise<void> => {
      const stored = [...known].map(([ownerId, sealedSecret]) => ({ ownerId, sealedSecret }))
      await Promise.all(stored.map((one) => store.batches.replaceSecret(one, sealed(one.sealedSecret))))
    }
    await replace((secret) => `v1.${secret}`)
    // A second caller, who has read the same.
    await replace(() => 'lost')
    assert.deepEqual(await list(), new Map([...known].map(([id, secret]) => [id, `v1.${secret}`])))
    assert.equal((await store.batches.find(ids[7] ?? ''))?.sealedSecret, 'v1.plain:7')
    await store.batches.replaceSecret({ ownerId: 'none', sealedSecret: '' }, 'x')
    assert.equal(await store.batches.find('none'), null)
  })
}
