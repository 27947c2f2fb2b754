import assert from 'node:assert/strict'
import type { Store } from '../../adapters/store/store.ts'
import type { OutboxType } from '../../adapters/store/outbox.ts'
import type { DeliverTarget } from '../../core/contract/index.ts'
import { claim, create, createCaller, DAY, fail, find, lease, MINUTE, SLOTS } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

const deliver: DeliverTarget = { to: 's3://bucket/', endpoint: 'https://s3.example', region: 'auto', format: 'csv' }
const TYPES: readonly OutboxType[] = ['bucket', 'batch']
const wanted = { deliver, sealedKeys: 'v1.sealed', webhookUrl: 'https://example.com/hook' }

/** Results are written to buckets, and then webhooks are sent. */
export function checkBuckets(check: Check): void {
  const claimAt = (store: Store, nowMs: number) => store.outbox.claim(TYPES, SLOTS, lease(nowMs))

  check('results are due when the batch has ended, and the webhook when they are written', async (store) => {
    const batch = await create(store, await createCaller(store), 1, wanted)
    assert.deepEqual([await claimAt(store, NOW + MINUTE), await store.bucketKeys.find(batch.id)], [[], 'v1.sealed'])
    for (const one of await claim(store)) await fail(store, one, NOW)
    const [first, ...more] = await claimAt(store, NOW)
    assert.deepEqual([first?.type, first?.id, more], ['bucket', batch.id, []])
    assert.ok(first)
    await store.outbox.endAttempt(first, { ok: false, error: 'http 500' }, NOW + 1)
    const [second, ...others] = await claimAt(store, NOW + 2 * MINUTE)
    assert.deepEqual([second?.type, second?.attempt, others], ['bucket', 2, []])
    assert.ok(second)
    await store.outbox.endAttempt(second, { ok: true, status: 200 }, NOW + 2 * MINUTE)
    const { written, delivery } = await find(store, batch)
    assert.deepEqual([written?.status, written?.lastError, delivery?.status], ['delivered', 'http 500', 'pending'])
    assert.equal(await store.bucketKeys.find(batch.id), null)
    const [hook] = await claimAt(store, NOW + 2 * MINUTE)
    assert.deepEqual([hook?.type, hook?.id], ['batch', batch.id])
    // A second report of the same attempt sends no second webhook.
    assert.ok(hook)
    await store.outbox.endAttempt(hook, { ok: true, status: 200 }, NOW + 3 * MINUTE)
    await store.outbox.endAttempt(second, { ok: true, status: 200 }, NOW + 3 * MINUTE)
    assert.deepEqual(await claimAt(store, NOW + DAY), [])
  })

  check('what failed is tried again on request, with its keys, and the webhook says how it ended', async (store) => {
    const batch = await create(store, await createCaller(store), 1, wanted)
    await store.batches.stop(batch.id, NOW)
    const [only] = await claimAt(store, NOW)
    assert.ok(only)
    await store.outbox.endAttempt(only, { ok: false, error: 'no credentials', isLast: true }, NOW)
    assert.equal((await find(store, batch)).written?.status, 'failed')
    const [hook] = await claimAt(store, NOW)
    assert.ok(hook?.type === 'batch')
    await store.outbox.endAttempt(hook, { ok: true, status: 200 }, NOW)
    assert.equal(await store.bucketKeys.find(batch.id), 'v1.sealed')
    assert.equal(await store.batches.redeliver(batch.id, NOW + MINUTE), 'due')
    const again = await claimAt(store, NOW + MINUTE)
    assert.deepEqual(
      again.map(({ type, attempt }) => [type, attempt]),
      [['bucket', 1]],
    )
  })

  check('keys for buckets are listed and replaced, and go with the results', async (store) => {
    const batch = await create(store, await createCaller(store), 1, wanted)
    const list = async (): Promise<unknown[]> => {
      const secrets: unknown[] = []
      for await (const secret of store.bucketKeys.listSecrets()) secrets.push(secret)
      return secrets
    }
    const [stored] = await list()
    assert.deepEqual(stored, { ownerId: batch.id, sealedSecret: 'v1.sealed' })
    await store.bucketKeys.replaceSecret({ ownerId: batch.id, sealedSecret: 'another' }, 'lost')
    await store.bucketKeys.replaceSecret({ ownerId: batch.id, sealedSecret: 'v1.sealed' }, 'v1.again')
    assert.equal(await store.bucketKeys.find(batch.id), 'v1.again')
    await store.batches.stop(batch.id, NOW)
    const { bytes } = await store.storage.usage(batch.workspaceId, 'live')
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: DAY }, NOW + 1)
    assert.deepEqual(await list(), [])
    await store.batches.forget({ resultsMs: 0, recordsMs: 0, idempotencyMs: DAY }, NOW + 1)
    assert.ok(bytes > 0)
    assert.equal((await store.storage.usage(batch.workspaceId, 'live')).bytes, 0)
    assert.deepEqual(await claimAt(store, NOW + DAY), [])
  })
}
