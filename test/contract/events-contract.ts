import assert from 'node:assert/strict'
import { createSpendingWatch } from '../../adapters/batch/watch-spending.ts'
import { createReport } from '../../adapters/batch/report-finding.ts'
import type { EventClaim, EventReceiver } from '../../adapters/store/events.ts'
import type { Store } from '../../adapters/store/store.ts'
import { DAY, MINUTE, SECOND } from './batch-calls.ts'
import { charge, createCaller, NOW, refuses, type Check } from './store-caller.ts'

const RECEIVER: EventReceiver = { url: 'https://example.com/events', sealedSecret: 'plain:whsec_1' }
const REFUSED = { ok: false, error: 'http 500' } as const
const ODD = '{"name":"größe \\u0000 🫖"}'

/** Events of workspaces are added once, and attempted until one succeeds. */
export function checkEvents(check: Check): void {
  const claim = (store: Store, nowMs: number, most = 10): Promise<readonly EventClaim[]> =>
    store.events.claim(most, { nowMs, leaseMs: MINUTE })
  const createReceiver = async (store: Store): Promise<string> => {
    const { workspaceId } = await createCaller(store)
    await store.workspaces.update(workspaceId, { events: RECEIVER })
    return workspaceId
  }

  check('an event is added once, and has six attempts, as webhooks of batches do', async (store, data) => {
    const workspaceId = await createReceiver(store)
    const event = { id: 'e_1', workspaceId, body: ODD }
    const added = await Promise.all([0, 1, 2].map(() => store.events.add(event, NOW)))
    assert.equal(added.filter((isNew) => isNew).length, 1)
    assert.equal(await store.events.add({ ...event, id: 'e_2', workspaceId: 'ws_none' }, NOW), false)
    assert.deepEqual(await claim(store, NOW - 1), [])
    const [first, ...others] = await claim(store, NOW)
    assert.deepEqual([first, others], [{ ...event, attempt: 1, receiver: RECEIVER }, []])
    assert.ok(first)
    // It is leased; a lease that ends is taken again.
    assert.deepEqual(await claim(store, NOW + MINUTE - 1), [])
    assert.deepEqual(await claim(store, NOW + MINUTE), [first])
    let nowMs = NOW + MINUTE
    for (const [index, minutes] of [1, 2, 5, 15, 60].entries()) {
      const attempt = { ...first, attempt: index + 1 }
      await store.events.endAttempt(attempt, REFUSED, nowMs)
      // The outcome of another process comes late.
      await store.events.endAttempt(attempt, { ok: true, status: 200 }, nowMs)
      nowMs += minutes * MINUTE
      assert.deepEqual(await claim(store, nowMs - SECOND), [])
      assert.deepEqual(await claim(store, nowMs), [{ ...first, attempt: index + 2 }])
    }
    await store.events.endAttempt({ ...first, attempt: 6 }, REFUSED, nowMs)
    assert.deepEqual(await claim(store, nowMs + DAY), [])
    assert.equal(await store.events.add(event, nowMs), false)
    await store.close()
    const again = await data.open()
    assert.equal(await again.events.add(event, nowMs), false)
    await again.close()
  })

  check('an event ends with a success; no more are claimed than there are slots', async (store) => {
    const workspaceId = await createReceiver(store)
    for (const id of ['a', 'b', 'c']) await store.events.add({ id, workspaceId, body: '{}' }, NOW)
    const [one, two, ...none] = await claim(store, NOW, 2)
    assert.ok(one && two && none.length === 0)
    for (const claimed of [one, two]) await store.events.endAttempt(claimed, { ok: true, status: 204 }, NOW)
    const [three, ...rest] = await claim(store, NOW + DAY)
    assert.ok(three && rest.length === 0)
    assert.equal(new Set([one.id, two.id, three.id]).size, 3)
  })

  check('a workspace has a receiver of events, or none', async (store, data) => {
    const workspaceId = await createReceiver(store)
    await createCaller(store)
    const urls = async (): Promise<readonly unknown[]> =>
      (await store.workspaces.list()).map(({ eventsUrl }) => eventsUrl)
    assert.deepEqual(await urls(), [RECEIVER.url, null])
    // Another change leaves it as it is.
    assert.equal((await store.workspaces.update(workspaceId, { plan: 'pro' })).eventsUrl, RECEIVER.url)
    assert.deepEqual(await store.events.listSecrets(), [{ workspaceId, sealedSecret: 'plain:whsec_1' }])
    await store.events.replaceSecret({ workspaceId, sealedSecret: 'plain:other' }, 'v1.wrong')
    await store.events.replaceSecret({ workspaceId, sealedSecret: 'plain:whsec_1' }, 'v1.sealed')
    assert.deepEqual(await store.events.listSecrets(), [{ workspaceId, sealedSecret: 'v1.sealed' }])
    await store.events.add({ id: 'e_1', workspaceId, body: '{}' }, NOW)
    assert.deepEqual((await claim(store, NOW))[0]?.receiver, { url: RECEIVER.url, sealedSecret: 'v1.sealed' })
    assert.equal((await store.workspaces.update(workspaceId, { events: null })).eventsUrl, null)
    assert.deepEqual([await urls(), await store.events.listSecrets()], [[null, null], []])
    assert.deepEqual((await claim(store, NOW + MINUTE))[0]?.receiver, null)
    await refuses('unknown_workspace', store.workspaces.update('ws_none', { events: RECEIVER }))
    await store.workspaces.update(workspaceId, { events: RECEIVER })
    await store.close()
    const again = await data.open()
    assert.equal((await again.workspaces.list())[0]?.eventsUrl, RECEIVER.url)
    await again.close()
  })

  check(
    'a threshold of a spending cap is one event of all processes, also for a receiver that is set later',
    async (store) => {
      const caller = await createCaller(store, { payAsYouGo: true, spendingCap: 25 })
      const { workspaceId } = caller
      const bodies: unknown[] = []
      const log = { warn: () => undefined }
      const watches = [0, 1].map(() => createSpendingWatch({ store, report: createReport(store, false), log }))
      const watch = async (nowMs = NOW): Promise<unknown[]> => {
        await Promise.all(watches.map((round) => round(nowMs)))
        const claims = await claim(store, nowMs)
        for (const one of claims) await store.events.endAttempt(one, { ok: true, status: 200 }, nowMs)
        bodies.push(...claims.map(({ body }) => JSON.parse(body) as unknown))
        return claims.map(({ id }) => id)
      }
      for (let index = 0; index < 4; index++) await charge(store, caller, `charge-${index}`, NOW)
      assert.deepEqual(await watch(), [])
      await store.workspaces.update(workspaceId, { events: RECEIVER })
      assert.deepEqual(await watch(), [`spending_${workspaceId}_2026-03_25_80`])
      assert.deepEqual(await watch(), [])
      await charge(store, caller, 'charge-4', NOW)
      assert.deepEqual(await watch(), [`spending_${workspaceId}_2026-03_25_100`])
      await store.workspaces.update(workspaceId, { events: { ...RECEIVER, url: 'https://example.com/other' } })
      assert.deepEqual(await watch(), [])
      // A new cap has thresholds of its own; so has a new month.
      await store.workspaces.update(workspaceId, { spendingCap: 30 })
      assert.deepEqual(await watch(), [`spending_${workspaceId}_2026-03_30_80`])
      assert.deepEqual(await watch(NOW + 31 * DAY), [])
      assert.deepEqual(bodies[1], {
        id: `spending_${workspaceId}_2026-03_25_100`,
        event: 'spending.threshold',
        created_at: new Date(NOW).toISOString(),
        workspace: workspaceId,
        month: '2026-03',
        percent: 100,
        spending_cap: 25,
        used: 25,
      })
    },
  )
}
