import assert from 'node:assert/strict'
import type { KeyedRequest } from '../../adapters/store/idempotency.ts'
import type { UnansweredCharge } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { MAX_REPLAYS, MAX_UNPAID_KEYS } from '../../core/policy/index.ts'
import { until } from '../support/wait.ts'
import { claimOnce, createCaller, NOW, readCredits, reserve, type Check } from './store-caller.ts'

type Caller = Awaited<ReturnType<typeof createCaller>>

/** Charges 5 credits that depend on an answer. */
async function chargeUnanswered(store: Store, { key, workspaceId }: Caller, chargeId: string) {
  const reservation = await reserve(store, workspaceId, 5)
  const charge = { chargeId, keyId: key.id, record: 'product', credits: 5, isUnanswered: true } as const
  assert.equal(await store.ledger.settle(reservation, charge), 'charged')
  return { workspaceId, chargeId, atMs: NOW } satisfies UnansweredCharge
}

const isSettled = (store: Store) => until(() => store.ledger.unansweredCredits() === 0, 'the end of all charges')

/** What every ledger does with charges whose answer is not sent yet, and with idempotency keys. */
export function unansweredContract(check: Check): void {
  check('a charge whose answer was sent counts; one whose answer was not sent does not', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId } = caller
    const [sent, unsent] = [await chargeUnanswered(store, caller, 'a'), await chargeUnanswered(store, caller, 'b')]
    assert.deepEqual([store.ledger.unansweredCredits(), await readCredits(store, workspaceId)], [10, 10])
    store.ledger.confirm(sent)
    store.ledger.void(unsent)
    await isSettled(store)
    assert.equal(await readCredits(store, workspaceId), 5)
    assert.deepEqual(await store.ledger.check(), { charges: 1, credits: 5, differences: [] })
    // The credits can be used again.
    await reserve(store, workspaceId, 4995)
    assert.equal(await store.ledger.reserve(workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('a confirmed charge is not voided, and a voided one that is confirmed counts', async (store) => {
    const caller = await createCaller(store)
    const [first, second] = [await chargeUnanswered(store, caller, 'a'), await chargeUnanswered(store, caller, 'b')]
    store.ledger.confirm(first)
    store.ledger.void(first)
    store.ledger.void(second)
    await isSettled(store)
    await until(async () => (await readCredits(store, caller.workspaceId)) === 5, 'one charge')
    store.ledger.confirm(second)
    // A later charge follows the confirmation.
    store.ledger.confirm(await chargeUnanswered(store, caller, 'c'))
    await until(async () => (await readCredits(store, caller.workspaceId)) === 15, 'three charges')
    assert.deepEqual((await store.ledger.check()).differences, [])
    await reserve(store, caller.workspaceId, 4985)
    assert.equal(await store.ledger.reserve(caller.workspaceId, 5, NOW), 'insufficient_credits')
  })

  check('a confirmed charge counts when the store is opened again', async (store, data) => {
    const caller = await createCaller(store)
    store.ledger.confirm(await chargeUnanswered(store, caller, 'a'))
    await store.close()
    const again = await data.open()
    assert.equal(await readCredits(again, caller.workspaceId), 5)
    await again.close()
  })

  check('the same idempotency key has the same charge, for the same request', async (store) => {
    const [one, other] = [await createCaller(store), await createCaller(store)]
    const request = {
      workspaceId: one.workspaceId,
      mode: 'live',
      key: 'order/7',
      params: '["a"]',
    } satisfies KeyedRequest
    const claim = (change: Partial<KeyedRequest> = {}) => claimOnce(store, { ...request, ...change }, NOW)
    const first = await claim()
    assert.ok(typeof first === 'object')
    assert.deepEqual([first.chargedAtMs, await claim()], [null, first])
    assert.equal(await claim({ params: '["b"]' }), 'idempotency_conflict')
    const ids = [first.chargeId]
    for (const change of [{ key: 'order/8' }, { mode: 'test' }, { workspaceId: other.workspaceId }] as const) {
      const claimed = await claim(change)
      assert.ok(typeof claimed === 'object')
      ids.push(claimed.chargeId)
    }
    assert.equal(new Set(ids).size, 4)
  })

  check('a charged request has a limited number of replays; a voided charge does not count', async (store) => {
    const caller = await createCaller(store)
    const request: KeyedRequest = { workspaceId: caller.workspaceId, mode: 'live', key: 'k', params: '[]' }
    const first = await claimOnce(store, request, NOW)
    assert.ok(typeof first === 'object')
    const charge = await chargeUnanswered(store, caller, first.chargeId)
    store.ledger.void(charge)
    await isSettled(store)
    const second = await claimOnce(store, request, NOW + 1)
    assert.ok(typeof second === 'object')
    assert.notEqual(second.chargeId, first.chargeId)
    assert.equal(second.chargedAtMs, null)
    store.ledger.confirm(await chargeUnanswered(store, caller, second.chargeId))
    for (let replay = 1; replay <= MAX_REPLAYS; replay++) {
      const claimed = await claimOnce(store, request, NOW + 2)
      assert.deepEqual(claimed, { chargeId: second.chargeId, chargedAtMs: NOW, answer: null })
    }
    assert.equal(await claimOnce(store, request, NOW + 2), 'too_many_replays')
  })

  check('requests with the same idempotency key have it one after the other; others do not wait', async (store) => {
    const { workspaceId } = await createCaller(store)
    const request: KeyedRequest = { workspaceId, mode: 'live', key: 'k', params: '["a"]' }
    assert.ok(typeof (await store.ledger.claimKey(request, NOW)) === 'object')
    const events: string[] = []
    const leaves = new AbortController()
    const left = store.ledger.claimKey(request, NOW, leaves.signal)
    for (const which of [1, 2]) {
      void store.ledger.claimKey(request, NOW).then(() => events.push(`claimed ${which}`))
    }
    assert.equal(await store.ledger.claimKey({ ...request, params: '["b"]' }, NOW), 'idempotency_conflict')
    await claimOnce(store, { ...request, key: 'other' }, NOW)
    leaves.abort(new Error('left'))
    await assert.rejects(left, /left/)
    assert.deepEqual(events, [])
    // Which of both is first is not promised: they read the key before they wait, over connections of their own.
    for (const count of [1, 2]) {
      await store.ledger.endClaim(request)
      await until(() => events.length >= count, `claim ${count}`)
      assert.equal(events.length, count)
    }
    await store.ledger.endClaim(request)
    await claimOnce(store, request, NOW)
  })

  check(
    'of the keys whose requests cost nothing, a limited number is kept; those that were charged stay',
    async (store) => {
      const caller = await createCaller(store)
      const request = (key: string, mode: 'live' | 'test' = 'live'): KeyedRequest => ({
        workspaceId: caller.workspaceId,
        mode,
        key,
        params: '["a"]',
      })
      const isKnown = async (key: string, mode: 'live' | 'test' = 'live'): Promise<boolean> =>
        (await claimOnce(store, { ...request(key, mode), params: '["b"]' }, NOW + MAX_UNPAID_KEYS + 9)) ===
        'idempotency_conflict'
      await claimOnce(store, request('sandbox', 'test'), NOW)
      await claimOnce(store, request('free'), NOW)
      const paid = await claimOnce(store, request('paid'), NOW + 1)
      assert.ok(typeof paid === 'object')
      store.ledger.confirm(await chargeUnanswered(store, caller, paid.chargeId))
      for (let count = 0; count < MAX_UNPAID_KEYS + 2; count++)
        await claimOnce(store, request(`k${count}`), NOW + 2 + count)
      const last = `k${MAX_UNPAID_KEYS + 1}`
      const known = [await isKnown('paid'), await isKnown('sandbox', 'test'), await isKnown(last)]
      assert.deepEqual(known, [true, true, true])
      assert.deepEqual([await isKnown('free'), await isKnown('k0')], [false, false])
    },
  )
}
