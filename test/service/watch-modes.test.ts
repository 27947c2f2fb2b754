import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { DriftTallies } from '../../core/index.ts'
import { openSqliteStore } from '../../adapters/store/open/open-sqlite-store.ts'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { awaitLooks, callWatch, createWatch, readWatch, StillClock } from '../support/watch-bench.ts'

const BODY = { endpoint: 'market.product', items: [{ query: 'B0SHLFX301', domain: 'de' }], every: '6h' }

test('looks of sandbox keys say nothing of the layout of real pages', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ epochMs: clock.epochMs, settings: { SHELFMARK_BATCH_INTERVAL_MS: '100' } })
  const live: string[] = []
  for (const mode of ['live', 'test', 'live'] as const) {
    const { key, workspace } = await bench.createCaller(undefined, mode)
    const { id } = await createWatch(bench, key, BODY)
    await awaitLooks(bench, key, id, 1)
    if (mode === 'live') live.push(workspace)
    // The next run of a kind.
    clock.ms += 1000
  }
  await bench.stop()
  const store = await openSqliteStore({ directory: bench.folder, epochMs: clock.epochMs })
  const drift = await store.watches.readDrift()
  assert.deepEqual([...drift.keys()].toSorted(), ['product de', 'product de test'])
  // Looks are counted by workspace.
  const { '*': pages } = JSON.parse(drift.get('product de') ?? '') as DriftTallies
  assert.equal(pages?.owners?.length, 2)
  for (const [index, workspace] of live.entries()) assert.ok(workspace.endsWith(pages.owners[index] ?? '?'))
  await store.close()
  rmSync(bench.folder, { recursive: true, force: true })
})

test('a watch that is asked to run again and again looks once', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ epochMs: clock.epochMs, settings: { SHELFMARK_BATCH_INTERVAL_MS: '100' } })
  const { key } = await bench.createCaller()
  const { id } = await createWatch(bench, key, BODY)
  await awaitLooks(bench, key, id, 1)
  for (let times = 0; times < 5; times++) {
    const answer = await callWatch(bench, key, 'POST', `/${id}/run`)
    assert.equal(answer.status, 202)
    assert.deepEqual(jsonOf(answer), { id, events: 0 })
  }
  clock.ms += 61_000
  const { credits_charged: charged } = await awaitLooks(bench, key, id, 2)
  assert.equal(charged, 10)
  clock.ms += 61_000
  assert.equal((await readWatch(bench, key, id)).looks_count, 2)
  await bench.close()
})
