import assert from 'node:assert/strict'
import { claimDue, createCaller, DAY, lease, MINUTE, newId, readUsage, SECOND } from './batch-calls.ts'
import { NOW, refuses, type Check } from './store-caller.ts'
import { beginRun, commitLook, createWatch, eventOf, lookOf } from './watch-calls.ts'

const WEBHOOK = 'https://example.com/hook'
const ALL = { fromMs: 0, toMs: NOW + 1000 * DAY }

/** Events of watches, and how what they leave is removed. */
export function checkWatchRows(check: Check): void {
  checkEventsOfWatches(check)
  checkForgetting(check)
}

function checkEventsOfWatches(check: Check): void {
  check('an event of a watch has six attempts, in the slots of webhooks, and is there once', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1, { webhookUrl: WEBHOOK })
    const sent = eventOf('sent', { webhookUrl: WEBHOOK })
    const attemptAt = (id: string, attempt: number) => {
      return { type: 'watch', id, workspaceId: watch.workspaceId, body: '', attempt } as const
    }
    const events = [eventOf('read'), sent, sent]
    assert.ok(await store.watches.step(watch.id, 0, { events }, NOW))
    const [read, second, ...none] = await store.watches.listEvents(watch.id, 0, 10)
    assert.ok(read && second && none.length === 0)
    assert.deepEqual([read.id, read.delivery, read.entry], [eventOf('read').id, null, eventOf('read').entry])
    assert.deepEqual([second.webhookUrl, second.delivery?.status], [WEBHOOK, 'pending'])
    assert.deepEqual(await store.watches.listEvents(watch.id, read.sequence, 10), [second])
    assert.deepEqual(await store.watches.listLastEvents(watch.id, null, 10), [second, read])
    assert.deepEqual(await store.watches.listLastEvents(watch.id, null, 1), [second])
    assert.deepEqual(await store.watches.listLastEvents(watch.id, second.sequence, 10), [read])
    assert.deepEqual(await store.watches.listLastEvents(newId(), null, 10), [])
    let nowMs = NOW
    for (const [index, minutes] of [0, 1, 2, 5, 15, 60].entries()) {
      nowMs += minutes * MINUTE
      if (minutes > 0) assert.deepEqual(await claimDue(store, lease(nowMs - SECOND)), [])
      const claims = await claimDue(store, lease(nowMs))
      const attempt = attemptAt(sent.id, index + 1)
      assert.deepEqual(claims, [attempt])
      await store.outbox.renew(attempt, lease(nowMs))
      await store.outbox.endAttempt(attempt, { ok: false, error: 'http 500' }, nowMs)
    }
    const failed = await store.watches.findEvent(sent.id)
    assert.deepEqual([failed?.delivery?.status, failed?.delivery?.attempts], ['failed', 6])
    assert.deepEqual(await claimDue(store, lease(nowMs + DAY)), [])

    const moved = { ...watch, webhookUrl: 'https://example.org/other' }
    assert.equal(await store.watches.redeliver(watch, eventOf('none').id, nowMs), 0)
    assert.equal(await store.watches.redeliver(watch, read.id, nowMs), 0)
    assert.equal(await store.watches.redeliver(moved, null, nowMs), 1)
    const [claimed, ...others] = await claimDue(store, lease(nowMs))
    assert.deepEqual([claimed, others], [attemptAt(sent.id, 1), []])
    await store.outbox.endAttempt(attemptAt(sent.id, 1), { ok: true, status: 204 }, nowMs)
    const done = await store.watches.findEvent(sent.id)
    assert.deepEqual([done?.delivery?.status, done?.webhookUrl], ['delivered', moved.webhookUrl])
    assert.equal(await store.watches.redeliver(watch, null, nowMs), 0)
    assert.equal(await store.watches.redeliver(watch, sent.id, nowMs), 1)
  })

  check('events of a look are sent', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1, { webhookUrl: WEBHOOK })
    const [claimed] = await beginRun(store, caller, watch, [0])
    assert.ok(claimed)
    const event = eventOf('of a look', { webhookUrl: WEBHOOK })
    await commitLook(store, caller, claimed, await lookOf(watch, 0, { event }))
    const [due] = await claimDue(store)
    const { workspaceId } = watch
    assert.deepEqual(due, { type: 'watch', id: event.id, workspaceId, body: '', attempt: 1 })
  })

  check('drift is kept by name, and changes at the same time are all kept', async (store) => {
    assert.equal(await store.watches.findDrift('product de'), null)
    const names = ['product de', 'product com']
    const count = (json: string | null): string => String(Number(json) + 1)
    const changes = Array.from({ length: 20 }, (_, turn) =>
      (turn % 2 === 0 ? names : names.toReversed()).map((name) => store.watches.changeDrift(name, count)),
    )
    await Promise.all(changes.flat())
    const all = names.map((name) => [name, '20'] as const)
    assert.deepEqual(await store.watches.readDrift(), new Map(all))
  })
}

function checkForgetting(check: Check): void {
  check('old rows are removed, and the point that holds stays; bytes are given back', async (store) => {
    const caller = await createCaller(store)
    const bytes = async (): Promise<number> => (await store.storage.usage(caller.workspaceId, 'live')).bytes
    const watch = await createWatch(store, caller, 1)
    const empty = await bytes()
    for (const day of [0, 1, 200]) {
      const nowMs = NOW + day * DAY
      const [claimed] = await beginRun(store, caller, watch, [0], nowMs)
      assert.ok(claimed)
      const points = [{ field: 'price', text: `[1,${day},null]` }]
      const look = await lookOf(watch, 0, {
        atMs: nowMs,
        points,
        isChange: true,
        event: eventOf(`day ${day}`, { atMs: nowMs }),
      })
      await commitLook(store, caller, claimed, look, nowMs)
    }
    const full = await bytes()
    const nowMs = NOW + 201 * DAY
    assert.equal(await store.watches.forget(nowMs), 7)
    assert.equal(await store.watches.forget(nowMs), 0)
    const points = await store.watches.listPoints(watch.id, 0, 'price', ALL)
    assert.deepEqual(
      points.map(({ atMs }) => atMs),
      [NOW + DAY, NOW + 200 * DAY],
    )
    assert.equal((await store.watches.listLooks(watch.id, 0, ALL)).length, 1)
    assert.equal((await store.watches.listEvents(watch.id, 0, 10)).length, 1)
    assert.equal(await store.watches.readRecord(watch.id, 0, NOW), null)
    const left = await bytes()
    assert.ok(left < full && left > empty, `${empty} ${left} ${full}`)
  })

  check('a removed watch is gone at once, and leaves nothing', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 2, { webhookUrl: WEBHOOK, maxItems: 2 })
    const [claimed] = await beginRun(store, caller, watch, [0])
    assert.ok(claimed)
    const points = [{ field: 'price', text: '[1,2,null]' }]
    const look = await lookOf(watch, 0, { points, event: eventOf('gone', { webhookUrl: WEBHOOK }) })
    await commitLook(store, caller, claimed, look)
    const [open] = await beginRun(store, caller, watch, [1])
    assert.ok(open)
    assert.deepEqual([await store.watches.remove(watch.id), await store.watches.remove(watch.id)], [true, false])
    assert.equal(await store.watches.find(watch.id), null)
    assert.deepEqual(await store.watches.claimDue(10, lease(NOW + DAY)), [])
    assert.deepEqual(await store.watches.listEvents(watch.id, 0, 10), [])
    // A look that was in progress is charged, as it was fetched, and leaves nothing.
    assert.equal(await commitLook(store, caller, open, await lookOf(watch, 1)), 'committed')
    assert.deepEqual(await readUsage(store, caller), [2, 10])
    assert.ok((await store.watches.forget(NOW)) > 0)
    assert.equal(await store.watches.forget(NOW), 0)
    assert.equal((await store.storage.usage(caller.workspaceId, 'live')).bytes, 0)
    assert.deepEqual(await claimDue(store), [])
    await createWatch(store, caller, 2, { maxItems: 2 })
  })

  check('secrets of watches are listed, and replaced if they are the known ones', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1)
    const list = async (): Promise<unknown[]> => {
      const all = []
      for await (const stored of store.watches.listSecrets()) all.push(stored)
      return all
    }
    assert.deepEqual(await list(), [{ ownerId: watch.id, sealedSecret: watch.sealedSecret }])
    await store.watches.replaceSecret({ ownerId: watch.id, sealedSecret: 'wrong' }, 'v1.wrong')
    await store.watches.replaceSecret({ ownerId: watch.id, sealedSecret: watch.sealedSecret }, 'v1.sealed')
    assert.deepEqual(await list(), [{ ownerId: watch.id, sealedSecret: 'v1.sealed' }])
  })

  check('an erased workspace has no watches', async (store) => {
    const [caller, other] = [await createCaller(store), await createCaller(store)]
    const [watch, kept] = [await createWatch(store, caller, 2), await createWatch(store, other, 1)]
    const [claimed] = await beginRun(store, caller, watch, [0])
    assert.ok(claimed)
    await refuses('batches_open', store.erase(caller.workspaceId))
    await commitLook(store, caller, claimed, await lookOf(watch, 0, { event: eventOf('erased') }))
    await store.erase(caller.workspaceId)
    assert.equal(await store.watches.find(watch.id), null)
    assert.equal(await store.watches.findEvent(eventOf('erased').id), null)
    const due = await store.watches.claimDue(10, lease(NOW + DAY))
    assert.deepEqual(
      due.map(({ id }) => id),
      [kept.id],
    )
  })
}
