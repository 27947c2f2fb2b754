import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { KeyedRequest } from '../../adapters/store/idempotency.ts'
import type { Store } from '../../adapters/store/store.ts'
import { MAX_REPLAYS, MAX_UNPAID_KEYS } from '../../core/policy/index.ts'
import { until } from '../support/wait.ts'
import { create, toNewBatch } from './batch-calls.ts'
import { charge, claimOnce, createCaller, NOW, type Check } from './store-caller.ts'

type Caller = Awaited<ReturnType<typeof createCaller>>

const ANSWER = randomBytes(1000)

const toRequest = ({ workspaceId }: Caller, more: Partial<KeyedRequest> = {}): KeyedRequest => ({
  workspaceId,
  mode: 'live',
  key: 'k',
  params: '["a"]',
  form: 'plain',
  ...more,
})

/** Claims a key, charges its request unless it is of a sandbox key, and stores its answer. */
async function answer(store: Store, caller: Caller, request: KeyedRequest, body: Uint8Array = ANSWER): Promise<string> {
  const claimed = await store.ledger.claimKey(request, NOW)
  assert.ok(typeof claimed === 'object')
  assert.equal(claimed.answer, null)
  if (request.mode === 'live') await charge(store, caller, claimed.chargeId)
  await store.ledger.keepAnswer(request, body)
  await store.ledger.endClaim(request)
  return claimed.chargeId
}

async function read(store: Store, request: KeyedRequest): Promise<Uint8Array | null> {
  const claimed = await claimOnce(store, request, NOW)
  assert.ok(typeof claimed === 'object', 'refused')
  return claimed.answer === null ? null : Buffer.from(claimed.answer)
}

const storedBy = async (store: Store, { workspaceId }: Caller, mode: 'live' | 'test' = 'live'): Promise<number> =>
  (await store.storage.usage(workspaceId, mode)).bytes

/** Answers to paid requests with an idempotency key are stored, and given again. */
export function keptAnswersContract(check: Check): void {
  check('a stored answer is given again as often as it is asked for, byte for byte', async (store) => {
    const caller = await createCaller(store)
    const request = toRequest(caller)
    const chargeId = await answer(store, caller, request)
    for (let replay = 0; replay <= MAX_REPLAYS; replay++) {
      const claimed = await claimOnce(store, request, NOW)
      assert.ok(typeof claimed === 'object', 'refused')
      assert.deepEqual([claimed.chargeId, claimed.chargedAtMs], [chargeId, NOW])
      assert.deepEqual(Buffer.from(claimed.answer ?? []), ANSWER)
    }
  })

  check('an answer of another form is not given, and its replays are limited', async (store) => {
    const caller = await createCaller(store)
    const request = toRequest(caller)
    await answer(store, caller, request)
    const other = { ...request, form: 'explained' }
    for (let replay = 0; replay < MAX_REPLAYS; replay++) assert.equal(await read(store, other), null)
    assert.equal(await claimOnce(store, other, NOW), 'too_many_replays')
    assert.deepEqual(await read(store, request), ANSWER)
  })

  check('the first answer stays, and none is stored without a claim', async (store) => {
    const caller = await createCaller(store)
    const request = toRequest(caller)
    await store.ledger.keepAnswer(request, ANSWER)
    await answer(store, caller, request)
    const replay = { ...request, form: 'explained' }
    await store.ledger.claimKey(replay, NOW)
    await store.ledger.keepAnswer(replay, Buffer.from('another'))
    await store.ledger.endClaim(replay)
    assert.deepEqual(await read(store, request), ANSWER)
    assert.equal(await storedBy(store, caller), ANSWER.length)
  })

  check('answers count as stored bytes, by kind of key', async (store) => {
    const caller = await createCaller(store)
    await answer(store, caller, toRequest(caller))
    await answer(store, caller, toRequest(caller, { mode: 'test' }), Buffer.from('short'))
    assert.deepEqual([await storedBy(store, caller), await storedBy(store, caller, 'test')], [ANSWER.length, 5])
  })

  check('an answer whose charge was voided is gone', async (store) => {
    const caller = await createCaller(store)
    const request = toRequest(caller)
    const claimed = await store.ledger.claimKey(request, NOW)
    assert.ok(typeof claimed === 'object')
    const { workspaceId, key } = caller
    const reservation = await store.ledger.reserve(workspaceId, 5, NOW)
    assert.ok(reservation !== 'insufficient_credits')
    const { chargeId } = claimed
    await store.ledger.settle(reservation, { chargeId, keyId: key.id, record: 'a', credits: 5, isUnanswered: true })
    await store.ledger.keepAnswer(request, ANSWER)
    await store.ledger.endClaim(request)
    store.ledger.void({ workspaceId, chargeId, atMs: NOW })
    await until(async () => store.ledger.unansweredCredits() === 0, 'the charge is voided')
    const again = await claimOnce(store, request, NOW + 1)
    assert.ok(typeof again === 'object' && again.chargeId !== chargeId)
    assert.deepEqual([again.chargedAtMs, again.answer, await storedBy(store, caller)], [null, null, 0])
  })

  check('the answer to a sandbox key is given again without a charge', async (store) => {
    const caller = await createCaller(store)
    const request = toRequest(caller, { mode: 'test' })
    await answer(store, caller, request)
    assert.deepEqual(await read(store, request), ANSWER)
  })

  check('answers go with the oldest keys without a charge', async (store) => {
    const caller = await createCaller(store)
    const request = (key: string) => toRequest(caller, { mode: 'test', key })
    await answer(store, caller, request('first'))
    for (let count = 0; count < MAX_UNPAID_KEYS + 1; count++) await claimOnce(store, request(`k${count}`), NOW + 1)
    assert.equal(await storedBy(store, caller, 'test'), 0)
  })

  check('an idempotency key is one thing for batches and paid requests', async (store) => {
    const caller = await createCaller(store)
    await claimOnce(store, toRequest(caller), NOW)
    const batch = (key: string, mode: 'live' | 'test' = 'live') => ({ mode, idempotency: { key, bodyHash: 'x' } })
    assert.equal(await store.batches.create(toNewBatch(caller, 1, batch('k'))), 'idempotency_conflict')
    await create(store, caller, 1, batch('k', 'test'))
    await create(store, caller, 1, batch('b'))
    assert.equal(await claimOnce(store, toRequest(caller, { key: 'b' }), NOW), 'idempotency_conflict')
    assert.equal(typeof (await claimOnce(store, toRequest(caller, { key: 'b', mode: 'test' }), NOW)), 'object')
    const sandbox = toRequest(caller, { mode: 'test' })
    assert.equal(await claimOnce(store, sandbox, NOW), 'idempotency_conflict')
  })
}
