import assert from 'node:assert/strict'
import type { Claim } from '../../adapters/store/batches.ts'
import type { Store } from '../../adapters/store/store.ts'
import { RUN_PAUSE_MS } from '../../adapters/store/watches.ts'
import { claim, createCaller, DAY, find, lease, MINUTE, newId, readUsage } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'
import { beginRun, commitLook, createWatch, eventOf, findWatch, lookOf, toNewWatch } from './watch-calls.ts'

const WEBHOOK = 'https://example.com/hook'
const ALL = { fromMs: 0, toMs: NOW + 1000 * DAY }

/** Watches, and what their looks leave. */
export function checkWatches(check: Check): void {
  check('a watch is found as it was created, and listed for its workspace and mode', async (store) => {
    const [caller, other] = [await createCaller(store), await createCaller(store)]
    const wanted = toNewWatch(caller, 3, { webhookUrl: WEBHOOK })
    const { inputs, maxItems: _, ...facts } = wanted
    const expected = {
      ...facts,
      itemCount: 3,
      revision: 0,
      nextRunMs: NOW,
      batchId: null,
      looks: 0,
      seen: 0,
      credits: 0,
      lastLookMs: null,
      redeliveredAtMs: null,
    }
    assert.deepEqual(await store.watches.create(wanted), { isNew: true, watch: expected })
    assert.deepEqual(await store.watches.find(wanted.id), expected)
    assert.equal(await store.watches.find(newId()), null)
    const second = await createWatch(store, caller, 1, { createdAtMs: NOW + 1 })
    await createWatch(store, caller, 1, { mode: 'test' })
    await createWatch(store, other, 1)
    const owner = { workspaceId: caller.workspaceId, mode: 'live' } as const
    const list = async (after: string | null, limit = 10): Promise<unknown> => {
      const page = await store.watches.list(owner, { after, limit })
      return typeof page === 'string' ? page : page.map(({ id }) => id)
    }
    assert.deepEqual(await list(null), [second.id, wanted.id])
    assert.deepEqual(await list(null, 1), [second.id])
    assert.deepEqual(await list(second.id), [wanted.id])
    assert.equal(await list(newId()), 'unknown_watch')
    const items = await store.watches.listItems(wanted.id, 1, 5)
    assert.deepEqual(
      items,
      [1, 2].map((item) => ({ item, input: inputs[item], dueMs: NOW })),
    )
    assert.deepEqual(await store.watches.findItem(wanted.id, 2), { input: inputs[2], state: null })
    assert.equal(await store.watches.findItem(wanted.id, 3), null)
    assert.ok((await store.storage.usage(caller.workspaceId, 'live')).bytes > 0)
  })

  check('a look begins if the watch and the key allow it; else the item leaves the run, and is due', async (store) => {
    const caller = await createCaller(store)
    const terms = { ...toNewWatch(caller, 1).terms, max_credits_per_month: 10 }
    const watch = await createWatch(store, caller, 3, { terms })
    const [first, second, third] = await beginRun(store, caller, watch, [0, 1, 2])
    assert.ok(first && second && third)
    const seen: unknown[] = []
    const begin = (claimed: Claim, may: boolean, nowMs = NOW + MINUTE): Promise<boolean> => {
      const mayBegin: Parameters<Store['watches']['beginLook']>[2] = ({ watch: { id }, isKeyActive, others }) => {
        seen.push([id, isKeyActive, others.length])
        return may
      }
      return store.watches.beginLook(claimed, { watchId: watch.id, item: claimed.index, deaths: 1 }, mayBegin, nowMs)
    }
    assert.equal(await begin(first, true), true)
    assert.equal((await store.batches.findItem(first))?.deaths, 1)
    await store.keys.revoke(caller.key.id)
    assert.equal(await begin(second, false), false)
    assert.equal(await store.batches.findItem(second), null)
    assert.equal(await begin(second, true), false)
    assert.deepEqual(seen, [
      [watch.id, true, 0],
      [watch.id, false, 1],
      [watch.id, false, 1],
    ])
    const due = await store.watches.listDue(watch.id, NOW + MINUTE)
    assert.deepEqual(
      due.map(({ item }) => item),
      [1],
    )
    await commitLook(store, caller, first, await lookOf(watch, 0))
    assert.equal((await findWatch(store, watch)).batchId, third.batchId)
    await store.watches.remove(watch.id)
    assert.equal(await begin(third, true), false)
    assert.equal(await store.batches.find(third.batchId), null)
    assert.deepEqual(await readUsage(store, caller), [1, 5])
  })

  check('a workspace watches as many items as it may, and only with a key of its own', async (store) => {
    const [caller, other] = [await createCaller(store), await createCaller(store)]
    await createWatch(store, caller, 3, { maxItems: 5 })
    assert.equal(await store.watches.create(toNewWatch(caller, 3, { maxItems: 5 })), 'too_many_items')
    await createWatch(store, caller, 2, { maxItems: 5 })
    await createWatch(store, other, 5, { maxItems: 5 })
    await createWatch(store, caller, 5, { maxItems: 5, mode: 'test' })
  })

  check(
    'a due watch is claimed by one of many, again when its lease ends, and not while it is paused',
    async (store) => {
      const caller = await createCaller(store)
      const watch = await createWatch(store, caller, 1)
      const claims = async (nowMs: number): Promise<readonly string[]> =>
        (await store.watches.claimDue(10, lease(nowMs))).map(({ id }) => id)
      assert.deepEqual(await claims(NOW - 1), [])
      const found = await Promise.all([1, 2, 3].map(() => claims(NOW)))
      assert.deepEqual(found.flat(), [watch.id])
      assert.deepEqual(await claims(NOW + MINUTE - 1), [])
      assert.deepEqual(await claims(NOW + MINUTE), [watch.id])
      assert.equal(await store.watches.step(watch.id, 0, { nextRunMs: null }, NOW), true)
      assert.deepEqual(await claims(NOW + DAY), [])
      assert.equal((await findWatch(store, watch)).nextRunMs, null)
      assert.equal(await store.watches.step(watch.id, 1, { nextRunMs: NOW + 5 }, NOW), true)
      assert.deepEqual(await claims(NOW + 5), [watch.id])
    },
  )

  check('of two steps of one revision, one is written, with all that it has', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 3, { webhookUrl: WEBHOOK })
    const control = { ...watch.control, paused: 'caller' } as const
    const step = { control, terms: { ...watch.terms, confirm: 3 }, due: [[1, NOW + 7] as const], webhookUrl: null }
    const outcomes = await Promise.all([1, 2].map(() => store.watches.step(watch.id, 0, step, NOW)))
    assert.equal(outcomes.filter((isWritten) => isWritten).length, 1)
    const { revision, control: paused, terms, webhookUrl } = await findWatch(store, watch)
    assert.deepEqual([revision, paused, terms.confirm, webhookUrl], [1, control, 3, null])
    const due = await store.watches.listDue(watch.id, NOW)
    assert.deepEqual(
      due.map(({ item }) => item),
      [0, 2],
    )
    assert.equal(await store.watches.firstDueMs(watch.id), NOW)
    assert.equal(await store.watches.step(newId(), 0, step, NOW), false)
  })

  check('items that a step adds follow those that are there, are due at once, and count as stored', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId } = caller
    const watch = await createWatch(store, caller, 2)
    const { bytes } = await store.storage.usage(workspaceId, 'live')
    const inputs = ['{"query":"B0SHLFADD1"}', '{"query":"B0SHLFADD2"}']
    assert.equal(await store.watches.step(watch.id, 0, { inputs }, NOW + 5), true)
    assert.equal(await store.watches.step(watch.id, 0, { inputs }, NOW + 5), false)
    assert.deepEqual(
      await store.watches.listItems(watch.id, 2, 10),
      inputs.map((input, index) => ({ item: 2 + index, input, dueMs: NOW + 5 })),
    )
    assert.equal((await findWatch(store, watch)).itemCount, 4)
    assert.ok((await store.storage.usage(workspaceId, 'live')).bytes > bytes + inputs.join('').length)
  })

  check('a run is a batch that no caller sees; its last look removes it', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId } = caller
    const watch = await createWatch(store, caller, 3)
    const claims = await beginRun(store, caller, watch, [0, 2])
    assert.equal(claims.length, 2)
    const [batchId = ''] = claims.map((one) => one.batchId)
    assert.equal((await find(store, { id: batchId })).watchId, watch.id)
    assert.equal((await findWatch(store, watch)).batchId, batchId)
    const listed = await store.batches.list({ workspaceId, mode: 'live' }, { after: null, limit: 10 })
    assert.deepEqual(listed, [])
    for (const [index, one] of claims.entries()) {
      assert.equal((await store.batches.findItem(one))?.watchId, watch.id)
      const look = await lookOf(watch, index * 2)
      assert.equal(await commitLook(store, caller, one, look), 'committed')
      assert.equal(await commitLook(store, caller, one, look), 'already_committed')
    }
    assert.equal(await store.batches.find(batchId), null)
    const { looks, seen, credits, lastLookMs, batchId: none, nextRunMs } = await findWatch(store, watch)
    assert.equal(lastLookMs, NOW)
    // Item 1 is due still: the next run begins after the pause.
    assert.deepEqual([looks, seen, credits, none, nextRunMs], [2, 2, 10, null, NOW + RUN_PAUSE_MS])
    assert.deepEqual(await readUsage(store, caller), [2, 10])
    assert.deepEqual((await store.ledger.check()).differences, [])
    assert.deepEqual(await claim(store), [])
    // A batch that is gone takes no look.
    const [late] = claims
    assert.ok(late)
    const again = await lookOf(watch, 0, { atMs: NOW + 1 })
    assert.equal(await commitLook(store, caller, late, again), 'already_committed')
    assert.deepEqual(await readUsage(store, caller), [2, 10])
  })

  check('a look of many workers at the same time is written once', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1)
    const [claimed] = await beginRun(store, caller, watch, [0])
    assert.ok(claimed)
    const points = [{ field: 'price', text: '[1,20,"#a"]' }]
    const look = await lookOf(watch, 0, { points, event: eventOf('one') })
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => commitLook(store, caller, claimed, look)))
    assert.equal(outcomes.filter((outcome) => outcome === 'committed').length, 1)
    assert.equal((await store.watches.listPoints(watch.id, 0, 'price', ALL)).length, 1)
    assert.equal((await store.watches.listLooks(watch.id, 0, ALL)).length, 1)
    assert.equal((await store.watches.listEvents(watch.id, 0, 10)).length, 1)
    assert.deepEqual(await readUsage(store, caller), [1, 5])
  })

  check('points, looks and records of an item are read by field and time', async (store, data) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 2)
    const at = (index: number): number => NOW + index * DAY
    for (const index of [0, 1, 2, 3]) {
      const [claimed] = await beginRun(store, caller, watch, [0], at(index))
      assert.ok(claimed)
      const points = index === 2 ? [] : [{ field: 'price', text: `[1,${index},"#a"]` }]
      if (index === 0) points.push({ field: 'price_buybox', text: '[1,"é",null]' })
      const look = await lookOf(watch, 0, {
        atMs: at(index),
        text: `["seen",${index}]`,
        points,
        isChange: index === 1,
        recordJson: JSON.stringify({ price: index, title: 'x'.repeat(3000) }),
      })
      assert.equal(await commitLook(store, caller, claimed, look, at(index)), 'committed')
    }
    const read = async (store_: Store): Promise<void> => {
      const { watches } = store_
      const span = { fromMs: at(2), toMs: at(3) }
      // The point that holds at the begin is there too.
      assert.deepEqual(await watches.listPoints(watch.id, 0, 'price', span), [
        { atMs: at(1), text: '[1,1,"#a"]' },
        { atMs: at(3), text: '[1,3,"#a"]' },
      ])
      assert.deepEqual(await watches.listPoints(watch.id, 0, 'price', { fromMs: at(1), toMs: at(2) }), [
        { atMs: at(1), text: '[1,1,"#a"]' },
      ])
      assert.equal((await watches.listPoints(watch.id, 0, 'price', ALL)).length, 3)
      assert.deepEqual(await watches.listPoints(watch.id, 0, 'price_buybox', ALL), [
        { atMs: NOW, text: '[1,"é",null]' },
      ])
      assert.deepEqual(await watches.listPoints(watch.id, 1, 'price', ALL), [])
      assert.deepEqual(await watches.listFields(watch.id, 0), ['price', 'price_buybox'])
      assert.deepEqual(await watches.listLooks(watch.id, 0, span), [
        { atMs: at(2), text: '["seen",2]' },
        { atMs: at(3), text: '["seen",3]' },
      ])
      // The last record, and that at the change.
      const prices = await Promise.all(
        [null, at(1), at(0)].map(async (atMs) => {
          const json = await watches.readRecord(watch.id, 0, atMs)
          return json === null ? null : (JSON.parse(json) as { price: number }).price
        }),
      )
      assert.deepEqual(prices, [3, 1, null])
    }
    await read(store)
    await store.close()
    const again = await data.open()
    await read(again)
    await again.close()
  })

  check('a second look is due before the next regular one', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1)
    const [claimed] = await beginRun(store, caller, watch, [0])
    assert.ok(claimed)
    await commitLook(store, caller, claimed, await lookOf(watch, 0, { againMs: NOW + 10 * MINUTE }))
    assert.equal(await store.watches.firstDueMs(watch.id), NOW + 10 * MINUTE)
    assert.equal((await findWatch(store, watch)).nextRunMs, NOW + 10 * MINUTE)
    const [next] = await beginRun(store, caller, watch, [0], NOW + 10 * MINUTE)
    assert.ok(next)
    const look = await lookOf(watch, 0, { atMs: NOW + 10 * MINUTE, wakes: true })
    await commitLook(store, caller, next, look, NOW + 10 * MINUTE)
    assert.equal((await findWatch(store, watch)).nextRunMs, NOW + 10 * MINUTE + RUN_PAUSE_MS)
  })
}
