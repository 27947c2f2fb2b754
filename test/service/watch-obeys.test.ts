import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { PageSource } from '../../adapters/fetch/source/page-source.ts'
import { startBench } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { until, untilPasses } from '../support/wait.ts'
import { awaitLooks, callWatch, createWatch, readWatch, StillClock, type PrintedWatch } from '../support/watch-bench.ts'
import { BODY, HOUR_MS, movingShop, readEvents, SETTINGS } from '../support/moving-shop.ts'

const ITEMS = Array.from({ length: 20 }, (_, index) => ({ query: `B0SHLFX3${String(index + 10)}` }))
/** Items that are looked at at the same time, and what their looks cost. */
const [FETCHES, CREDITS] = [2, 10]

/** A run of 20 items, of which two wait for the marketplace until they are let go. */
async function startRun(t: TestContext, terms: object = {}) {
  const clock = new StillClock(START_MS)
  const shop = movingShop(clock).source
  const held: (() => void)[] = []
  let isOpen = false
  const source: PageSource = {
    ...shop,
    fetch: async (request, signal) => {
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve))
      return shop.fetch(request, signal)
    },
  }
  const settings = { ...SETTINGS, SHELFMARK_BATCH_FETCHES: String(FETCHES) }
  const bench = await startBench({ source, epochMs: clock.epochMs, settings })
  const open = (): void => {
    isOpen = true
    for (const release of held) release()
  }
  t.after(async () => {
    open()
    await bench.close()
  })
  const caller = await bench.createCaller()
  const other = await bench.createKey(caller.workspace)
  const { id } = await createWatch(bench, caller.key, { ...BODY, ...terms, items: ITEMS })
  await until(() => held.length === FETCHES, 'two items are looked at')
  const read = (): Promise<PrintedWatch> => readWatch(bench, other.fullKey, id)
  /** Lets the looks end, and waits for the end of the run. */
  const finish = async (): Promise<PrintedWatch> => {
    open()
    await until(async () => {
      clock.ms += 1000
      return !(await read()).is_running
    }, 'the run ends')
    return read()
  }
  const patch = (body: object, key = other.fullKey): ReturnType<typeof callWatch> =>
    callWatch(bench, key, 'PATCH', `/${id}`, body)
  return { bench, clock, caller, other, id, read, finish, patch }
}

test('a watch that is paused during a run looks at no further item, and goes on with them', async (t) => {
  const { bench, other, id, finish, patch } = await startRun(t)
  assert.equal((await patch({ status: 'paused' })).status, 200)
  const paused = await finish()
  assert.deepEqual([paused.status, paused.looks_count, paused.credits_charged], ['paused', FETCHES, CREDITS])
  assert.equal((await patch({ status: 'active' })).status, 200)
  const done = await awaitLooks(bench, other.fullKey, id, ITEMS.length)
  assert.deepEqual([done.seen_count, done.credits_charged], [ITEMS.length, 5 * ITEMS.length])
})

test('a budget that is lowered during a run is kept to the credit', async (t) => {
  const { clock, bench, other, id, read, finish, patch } = await startRun(t)
  assert.equal((await patch({ max_credits_per_month: CREDITS + 4 })).status, 200)
  const over = await finish()
  assert.deepEqual([over.looks_count, over.credits_charged], [FETCHES, CREDITS])
  clock.ms += 2 * 60_000
  await untilPasses(async () => {
    const { status, paused_by } = await read()
    assert.deepEqual([status, paused_by], ['paused', 'credits'])
  })
  assert.equal((await patch({ max_credits_per_month: null })).status, 200)
  await awaitLooks(bench, other.fullKey, id, ITEMS.length)
})

test('a key that is revoked during a run pauses its watches at once; another key resumes them, and pays', async (t) => {
  const { bench, caller, other, id, read, finish, patch } = await startRun(t)
  const revoked = await bench.administrate('keys.revoke', { key: caller.keyId })
  assert.deepEqual([revoked.pausedWatches, revoked.runningBatches, revoked.cancelledBatches], [1, 0, 0])
  const paused = await finish()
  assert.deepEqual([paused.status, paused.paused_by, paused.next_run_at], ['paused', 'key', null])
  assert.deepEqual([paused.looks_count, paused.credits_charged], [FETCHES, CREDITS])
  assert.deepEqual(await readEvents(bench, other.fullKey, id), ['watch.paused'])
  assert.equal((await patch({ status: 'active' })).status, 200)
  await awaitLooks(bench, other.fullKey, id, ITEMS.length)
  const again = await bench.administrate('keys.revoke', { key: other.key.id })
  assert.equal(again.pausedWatches, 1)
  const third = await bench.createKey(caller.workspace)
  assert.equal((await readWatch(bench, third.fullKey, id)).paused_by, 'key')
  await assert.rejects(read())
})

test('a key that expires pauses its watches before their next look', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ source: movingShop(clock).source, epochMs: clock.epochMs, settings: SETTINGS })
  const { key, workspace } = await bench.createCaller()
  const short = await bench.administrate('keys.create', {
    workspace,
    kind: 'live',
    name: 'short',
    expiresAt: '2027-01-01T00:00:00Z',
  })
  const { id } = await createWatch(bench, short.fullKey, BODY)
  await awaitLooks(bench, key, id, 1)
  clock.ms = Math.max(Date.parse('2027-01-01T00:00:00Z'), clock.ms + HOUR_MS)
  await untilPasses(async () => {
    const { status, paused_by, credits_charged } = await readWatch(bench, key, id)
    assert.deepEqual([status, paused_by, credits_charged], ['paused', 'key', 5])
  })
  assert.equal((await readEvents(bench, key, id)).at(-1), 'watch.paused')
  await bench.close()
})

test('a key that is rotated gives its watches to its successor', async (t) => {
  const { bench, caller, id, finish } = await startRun(t)
  const { key } = await bench.administrate('keys.rotate', { key: caller.keyId })
  const done = await finish()
  assert.deepEqual([done.status, done.seen_count], ['active', ITEMS.length])
  const shown = await bench.administrate('watches.read', { watch: id })
  assert.equal(shown.key_id, key.id)
})
