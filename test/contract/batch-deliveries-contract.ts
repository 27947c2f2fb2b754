import assert from 'node:assert/strict'
import { KEPT_ATTEMPTS, REDELIVERY_PAUSE_MS, type AttemptOutcome, type DeliverySlots } from '../../core/policy/index.ts'
import {
  attemptAt,
  claim,
  claimDue,
  create,
  createCaller,
  DAY,
  fail,
  find,
  lease,
  MINUTE,
  newId,
  SECOND,
  type Caller,
} from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** Webhooks are due, attempted, and delivered again. */
export function checkDeliveries(check: Check): void {
  const webhookUrl = 'https://example.com/hook'

  check('a webhook is due when its batch has ended, and is claimed by one caller at a time', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await create(store, caller, 1)
    assert.deepEqual(await claimDue(store, lease(NOW + MINUTE)), [])
    for (const one of await claim(store)) await fail(store, one, NOW + 5)
    assert.deepEqual(await claimDue(store, lease(NOW + 4)), [])
    const claims = await Promise.all([1, 2, 3].map(() => claimDue(store, lease(NOW + 5, 20 * SECOND))))
    assert.deepEqual(claims.flat(), [attemptAt(batch, 1)])
    assert.deepEqual(await claimDue(store, lease(NOW + 20 * SECOND)), [])
    const late = await claimDue(store, lease(NOW + 5 + 20 * SECOND))
    assert.deepEqual(late, [attemptAt(batch, 1)])
  })

  check('an attempt in progress renews its lease; one that has ended does not', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    const at = (nowMs: number) => claimDue(store, lease(nowMs, 20 * SECOND))
    const [claimed] = await at(NOW)
    assert.ok(claimed)
    await store.outbox.renew(claimed, lease(NOW + 15 * SECOND, 20 * SECOND))
    assert.deepEqual(await at(NOW + 34 * SECOND), [])
    const [again] = await at(NOW + 35 * SECOND)
    assert.deepEqual(again, claimed)
    await store.outbox.endAttempt(claimed, { ok: false, error: 'timeout' }, NOW + 36 * SECOND)
    await store.outbox.renew(claimed, lease(NOW + 37 * SECOND, 60 * MINUTE))
    const [next] = await at(NOW + 2 * MINUTE)
    assert.deepEqual(next, attemptAt(batch, 2))
    await store.outbox.renew(attemptAt({ id: newId(), workspaceId: 'ws_none' }, 1), lease())
  })

  check('a delivery has six attempts, and its outcome is written', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    for (const one of await claim(store)) await fail(store, one)
    let nowMs = NOW
    for (const [attempt, minutes] of [1, 2, 5, 15, 60].entries()) {
      const [claimed] = await claimDue(store, lease(nowMs))
      assert.deepEqual(claimed, attemptAt(batch, attempt + 1))
      const outcome = { ok: false, error: `http 50${attempt}` } as const
      await store.outbox.endAttempt(claimed, outcome, nowMs)
      // A late outcome of an ended attempt has no effect.
      await store.outbox.endAttempt(claimed, { ok: true, status: 200 }, nowMs)
      const { delivery } = await find(store, batch)
      assert.deepEqual(delivery, {
        status: 'retrying',
        attempts: attempt + 1,
        nextAtMs: nowMs + minutes * MINUTE,
        lastError: `http 50${attempt}`,
        deliveredAtMs: null,
      })
      assert.deepEqual(await claimDue(store, lease(nowMs + minutes * MINUTE - 1)), [])
      nowMs += minutes * MINUTE
    }
    const [last] = await claimDue(store, lease(nowMs))
    assert.equal(last?.attempt, 6)
    await store.outbox.endAttempt(last, { ok: false, error: 'timeout' }, nowMs)
    const failed = (await find(store, batch)).delivery
    assert.deepEqual(
      [failed?.status, failed?.attempts, failed?.nextAtMs, failed?.lastError],
      ['failed', 6, null, 'timeout'],
    )
    assert.deepEqual(await claimDue(store, lease(nowMs + 1000 * MINUTE)), [])

    assert.equal(await store.batches.redeliver(batch.id, nowMs), 'due')
    const [again] = await claimDue(store, lease(nowMs))
    assert.deepEqual(again, attemptAt(batch, 1))
    await store.outbox.endAttempt(again, { ok: true, status: 200 }, nowMs + 3)
    const delivered = (await find(store, batch)).delivery
    assert.deepEqual(
      [delivered?.status, delivered?.attempts, delivered?.nextAtMs, delivered?.deliveredAtMs],
      ['delivered', 1, null, nowMs + 3],
    )
  })

  check('attempts are remembered: the newest, each once', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    assert.deepEqual(await store.batches.listAttempts(batch.id), [])
    let nowMs = NOW
    const attempt = async (outcome: AttemptOutcome, durationMs: number): Promise<void> => {
      const [claimed] = await claimDue(store, lease(nowMs))
      assert.ok(claimed)
      await store.outbox.endAttempt(claimed, outcome, nowMs, durationMs)
      await store.outbox.endAttempt(claimed, outcome, nowMs, durationMs)
      nowMs += 60 * MINUTE
    }
    await attempt({ ok: false, error: 'http 503' }, 12)
    await attempt({ ok: false, error: 'timeout' }, 10_000)
    await attempt({ ok: true, status: 204 }, 7)
    assert.deepEqual(await store.batches.listAttempts(batch.id), [
      { attempt: 1, startedAtMs: NOW - 12, durationMs: 12, status: 503, error: 'http 503' },
      { attempt: 2, startedAtMs: NOW + 60 * MINUTE - 10_000, durationMs: 10_000, status: null, error: 'timeout' },
      { attempt: 3, startedAtMs: NOW + 120 * MINUTE - 7, durationMs: 7, status: 204, error: null },
    ])
    for (let count = 0; count < KEPT_ATTEMPTS; count++) {
      assert.equal(await store.batches.redeliver(batch.id, nowMs), 'due')
      await attempt({ ok: true, status: 200 }, count)
    }
    const kept = await store.batches.listAttempts(batch.id)
    assert.deepEqual(
      kept.map(({ durationMs }) => durationMs),
      Array.from({ length: KEPT_ATTEMPTS }, (_, count) => count),
    )
    assert.deepEqual(await store.batches.listAttempts(newId()), [])
  })

  check('a stopped batch is delivered; a running batch and a batch without a webhook are not', async (store) => {
    const caller = await createCaller(store)
    const [stopped, silent] = [await create(store, caller, 3, { webhookUrl }), await create(store, caller, 1)]
    assert.equal(await store.batches.redeliver(stopped.id, NOW), 'not_ended')
    await store.batches.stop(stopped.id, NOW)
    await store.batches.stop(silent.id, NOW)
    assert.deepEqual(await claimDue(store), [attemptAt(stopped, 1)])
    assert.equal(await store.batches.redeliver(silent.id, NOW), 'no_webhook')
    assert.equal(await store.batches.redeliver(newId(), NOW), 'no_webhook')
  })
  check('a webhook is delivered again once a minute, and not without its results', async (store) => {
    const caller = await createCaller(store)
    const batch = await create(store, caller, 1, { webhookUrl })
    await store.batches.stop(batch.id, NOW)
    assert.equal(await store.batches.redeliver(batch.id, NOW), 'due')
    assert.deepEqual(await store.batches.redeliver(batch.id, NOW + 1), { retryAfterMs: REDELIVERY_PAUSE_MS - 1 })
    assert.equal(await store.batches.redeliver(batch.id, NOW + REDELIVERY_PAUSE_MS), 'due')
    // A clock that was ahead does not lock the batch.
    assert.equal(await store.batches.redeliver(batch.id, NOW - MINUTE), 'due')
    await store.batches.forget({ resultsMs: 0, recordsMs: DAY, idempotencyMs: MINUTE }, NOW + 1)
    assert.equal(await store.batches.redeliver(batch.id, NOW + 10 * MINUTE), 'results_expired')
  })

  check(
    'attempts have slots: of an origin, and of a workspace; a slot is free when the attempt or its lease ends',
    async (store) => {
      const slots: DeliverySlots = { total: 10, perWorkspace: 4, perOrigin: 2 }
      const [attacker, victim] = [await createCaller(store), await createCaller(store)]
      const end = async (caller: Caller, url: string, nowMs: number): Promise<string> => {
        const { id } = await create(store, caller, 1, { webhookUrl: url })
        await store.batches.stop(id, nowMs)
        return id
      }
      const dead = await Promise.all([0, 1, 2, 3, 4].map(() => end(attacker, 'https://dead.example/hook', NOW)))
      for (const port of [1, 2, 3]) await end(attacker, `https://dead.example:${port}/hook`, NOW + 1)
      const shared = await end(victim, 'https://dead.example/other', NOW + 2)
      const own = await end(victim, 'https://victim.example/hook', NOW + 3)
      const at = (nowMs: number) => claimDue(store, lease(nowMs, 20 * SECOND), slots)
      const first = (await at(NOW + 10)).map(({ id }) => id)
      assert.equal(first.filter((id) => id !== own && id !== shared).length, slots.perWorkspace)
      assert.equal(first.filter((id) => dead.includes(id) || id === shared).length, slots.perOrigin)
      assert.ok(first.includes(own))
      assert.deepEqual(await at(NOW + 11), [])
      const sent = first.find((id) => dead.includes(id)) ?? ''
      await store.outbox.endAttempt(
        attemptAt({ id: sent, workspaceId: attacker.workspaceId }, 1),
        { ok: true, status: 200 },
        NOW + 12,
      )
      assert.ok((await at(NOW + 13)).length > 0)
      assert.ok((await at(NOW + 10 + 20 * SECOND)).some(({ id }) => id === own))
      const few = await claimDue(store, lease(NOW + MINUTE), { ...slots, total: 0 })
      assert.deepEqual(few, [])
    },
  )
}
