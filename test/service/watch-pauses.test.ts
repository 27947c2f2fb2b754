import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../adapters/store/store.ts'
import { DEFAULT_RECORD } from '../../core/index.ts'
import { PLANS } from '../../core/policy/index.ts'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { until } from '../support/wait.ts'
import { callWatch, createWatch, readWatch, runNext, StillClock, type PrintedWatch } from '../support/watch-bench.ts'
import { BODY, HOUR_MS, movingShop, SETTINGS } from '../support/moving-shop.ts'

test('a workspace without credits pauses its watches, which is no failure, and they go on when it can pay', async () => {
  const clock = new StillClock(START_MS)
  const { source } = movingShop(clock)
  let [workspace, key] = ['', '']
  const prepare = async (store: Store): Promise<void> => {
    const created = await store.workspaces.create({ name: 'poor', plan: 'free' })
    workspace = created.id
    const { key: own, fullKey } = await store.keys.create(workspace, { mode: 'live', name: 'a key' })
    key = fullKey
    // All that the plan includes is spent, but for one look.
    const credits = PLANS.free.includedRequests * 5 - 5
    const reservation = await store.ledger.reserve(workspace, credits, START_MS)
    assert.ok(reservation !== 'insufficient_credits')
    const charge = { chargeId: 'spent', keyId: own.id, record: DEFAULT_RECORD.name, credits }
    await store.ledger.settle(reservation, charge)
  }
  const bench = await startBench({ source, epochMs: clock.epochMs, settings: SETTINGS, prepare })
  const { id } = await createWatch(bench, key, { ...BODY, every: '6h' })
  // The keys of the plan may not ask often enough.
  const read = () => bench.administrate('watches.read', { watch: id })
  const awaitLook = (looks: number) => until(async () => (await read()).looks_count >= looks, `look ${looks}`)
  await awaitLook(1)
  for (let look = 0; look < 5; look++) {
    clock.ms += 6 * HOUR_MS
    await until(async () => {
      const { status, next_run_at: nextAt } = await read()
      return status === 'paused' && Date.parse(nextAt ?? '') > clock.ms
    }, 'the watch is paused')
  }
  const paused = await read()
  assert.deepEqual([paused.paused_by, paused.looks_count, paused.credits_charged], ['workspace', 1, 5])
  const { changes } = await bench.administrate('watches.changes', { watch: id })
  assert.deepEqual(
    changes.map(({ change }) => change.event),
    ['watch.paused'],
  )
  await bench.administrate('workspaces.update', { workspace, plan: 'unlimited' })
  clock.ms += HOUR_MS + 60_000
  await awaitLook(2)
  const again = await read()
  assert.deepEqual([again.status, again.paused_by], ['active', null])
  await bench.close()
})

test('a key that is revoked pauses its watches, and those of other keys go on', async () => {
  const clock = new StillClock(START_MS)
  const { source } = movingShop(clock)
  const bench = await startBench({ source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key, keyId, workspace } = await bench.createCaller()
  const other = await bench.createKey(workspace)
  const own = await createWatch(bench, key, BODY)
  const theirs = await createWatch(bench, other.fullKey, BODY)
  const read = (id: string): Promise<PrintedWatch> => readWatch(bench, other.fullKey, id)
  // The second one can be created after the first run, and waits for the next: time goes on.
  await until(async () => {
    clock.ms += 1000
    return (await read(own.id)).looks_count > 0 && (await read(theirs.id)).looks_count > 0
  }, 'both watches have looked')
  await runNext(bench, other.fullKey, own.id, { clock })
  await bench.administrate('keys.revoke', { key: keyId })
  const paused = await read(own.id)
  assert.deepEqual([paused.status, paused.paused_by, paused.next_run_at], ['paused', 'key', null])
  assert.equal((await read(theirs.id)).status, 'active')
  // Another key of the workspace can end the pause.
  const resumed = await callWatch(bench, other.fullKey, 'PATCH', `/${own.id}`, { status: 'active' })
  assert.equal((jsonOf(resumed) as PrintedWatch).status, 'active')
  await bench.close()
})
