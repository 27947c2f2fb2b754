import assert from 'node:assert/strict'
import { createSpendingTask } from '../../adapters/work/findings/spending.ts'
import { createReport } from '../../adapters/work/findings/report-finding.ts'
import type { DeliveryClaim } from '../../adapters/store/outbox.ts'
import type { StoredSecret } from '../../adapters/store/stored-secrets.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { EventReceiver } from '../../adapters/store/workspaces.ts'
import { claimDue, DAY, lease, MINUTE, SECOND, SLOTS } from './batch-calls.ts'
import { charge, createCaller, NOW, refuses, type Check } from './store-caller.ts'

const RECEIVER: EventReceiver = { url: 'https://example.com/events', sealedSecret: 'plain:whsec_1' }
const REFUSED = { ok: false, error: 'http 500' } as const
const KIND = { type: 'event', origin: 'https://example.com' } as const
const ODD = '{"name":"größe \\u0000 🫖"}'

/** Events of workspaces are added once, and attempted until one succeeds. */
export function checkEvents(check: Check): void {
  const claim = (store: Store, nowMs: number, total = 10): Promise<readonly DeliveryClaim[]> =>
    claimDue(store, lease(nowMs), { ...SLOTS, total })
  const listSecrets = async (store: Store): Promise<StoredSecret[]> => {
    const secrets: StoredSecret[] = []
    for await (const secret of store.workspaces.listSecrets()) secrets.push(secret)
    return secrets
  }
  const createReceiver = async (store: Store): Promise<string> => {
    const { workspaceId } = await createCaller(store)
    await store.workspaces.update(workspaceId, { events: RECEIVER })
    return workspaceId
  }

  check('an event is added once, and has six attempts, as webhooks of batches do', async (store, data) => {
    const workspaceId = await createReceiver(store)
    const event = { id: 'e_1', workspaceId, body: ODD }
    const add = (own: Store, more = {}) => own.outbox.add({ ...event, ...KIND, ...more }, NOW)
    const added = await Promise.all([0, 1, 2].map(() => add(store)))
    assert.equal(added.filter((isNew) => isNew).length, 1)
    assert.equal(await add(store, { id: 'e_2', workspaceId: 'ws_none' }), false)
    assert.deepEqual(await claim(store, NOW - 1), [])
    const [first, ...others] = await claim(store, NOW)
    assert.deepEqual([first, others], [{ type: 'event', ...event, attempt: 1 }, []])
    assert.ok(first)
    assert.deepEqual(await store.workspaces.findReceiver(workspaceId), RECEIVER)
    // It is leased; a lease that ends is taken again.
    assert.deepEqual(await claim(store, NOW + MINUTE - 1), [])
    assert.deepEqual(await claim(store, NOW + MINUTE), [first])
    let nowMs = NOW + MINUTE
    for (const [index, minutes] of [1, 2, 5, 15, 60].entries()) {
      const attempt = { ...first, attempt: index + 1 }
      await store.outbox.endAttempt(attempt, REFUSED, nowMs)
      // The outcome of another process comes late.
      await store.outbox.endAttempt(attempt, { ok: true, status: 200 }, nowMs)
      nowMs += minutes * MINUTE
      assert.deepEqual(await claim(store, nowMs - SECOND), [])
      assert.deepEqual(await claim(store, nowMs), [{ ...first, attempt: index + 2 }])
    }
    await store.outbox.endAttempt({ ...first, attempt: 6 }, REFUSED, nowMs)
    assert.deepEqual(await claim(store, nowMs + DAY), [])
    assert.equal(await add(store), false)
    await store.close()
    const again = await data.open()
    assert.equal(await add(again), false)
    await again.close()
  })

  check('an event ends with a success; no more are claimed than there are slots', async (store) => {
    const workspaceId = await createReceiver(store)
    for (const id of ['a', 'b', 'c']) await store.outbox.add({ ...KIND, id, workspaceId, body: '{}' }, NOW)
    const [one, two, ...none] = await claim(store, NOW, 2)
    assert.ok(one && two && none.length === 0)
    for (const claimed of [one, two]) await store.outbox.endAttempt(claimed, { ok: true, status: 204 }, NOW)
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
    assert.deepEqual(await listSecrets(store), [{ ownerId: workspaceId, sealedSecret: 'plain:whsec_1' }])
    await store.workspaces.replaceSecret({ ownerId: workspaceId, sealedSecret: 'plain:other' }, 'v1.wrong')
    await store.workspaces.replaceSecret({ ownerId: workspaceId, sealedSecret: 'plain:whsec_1' }, 'v1.sealed')
    assert.deepEqual(await listSecrets(store), [{ ownerId: workspaceId, sealedSecret: 'v1.sealed' }])
    const findReceiver = () => store.workspaces.findReceiver(workspaceId)
    assert.deepEqual(await findReceiver(), { url: RECEIVER.url, sealedSecret: 'v1.sealed' })
    assert.equal((await store.workspaces.update(workspaceId, { events: null })).eventsUrl, null)
    assert.deepEqual([await urls(), await listSecrets(store)], [[null, null], []])
    assert.equal(await findReceiver(), null)
    assert.equal(await store.workspaces.findReceiver('ws_none'), null)
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
      const watches = [0, 1].map(() => createSpendingTask({ store, report: createReport(store, false), log }))
      const watch = async (nowMs = NOW): Promise<unknown[]> => {
        await Promise.all(watches.map((round) => round(nowMs)))
        const claims = await claim(store, nowMs)
        for (const one of claims) await store.outbox.endAttempt(one, { ok: true, status: 200 }, nowMs)
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
