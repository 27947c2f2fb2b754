import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchChanges } from '../../core/contract/index.ts'
import { jsonOf, startBench } from '../support/service-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { awaitLooks, callWatch, createWatch, StillClock } from '../support/watch-bench.ts'
import { SETTINGS } from '../support/moving-shop.ts'

const HALF_HOUR_MS = 30 * 60_000

test('a watch of a sandbox key has true alerts: price, ranks and stock of B0MOVES000 change each half hour', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ epochMs: clock.epochMs, settings: SETTINGS })
  const { key } = await bench.createCaller(undefined, 'test')
  const fields = ['price', 'in_stock', 'sales_rank[0].rank']
  const terms = { every: '6h', confirm: 1, fields }
  const { id } = await createWatch(bench, key, {
    endpoint: 'market.product',
    items: [{ query: 'B0MOVES000' }],
    ...terms,
  })
  await awaitLooks(bench, key, id, 1)
  const look = async (looks: number): Promise<WatchChanges['changes']> => {
    assert.equal((await callWatch(bench, key, 'POST', `/${id}/run`)).status, 202)
    await awaitLooks(bench, key, id, looks)
    return (jsonOf(await callWatch(bench, key, 'GET', `/${id}/changes`)) as WatchChanges).changes
  }
  const prices: unknown[] = []
  const names = new Set<string>()
  let events = 0
  for (let half = 1; half <= 4; half++) {
    clock.ms = START_MS + half * HALF_HOUR_MS
    const first = await look(2 * half)
    assert.equal(first.length, events + 1, 'each half hour is an event')
    prices.push(...(first.at(-1)?.alerts ?? []).flatMap(({ field, after }) => (field === 'price' ? [after] : [])))
    // The stock of a product without an offer is read elsewhere on the page: that needs a second look.
    clock.ms += 10 * 60_000
    const both = await look(2 * half + 1)
    events = both.length
    for (const { field } of both.flatMap(({ alerts }) => alerts)) names.add(field)
  }
  assert.deepEqual([...names].toSorted(), fields.toSorted())
  assert.equal(new Set(prices).size, prices.length, 'another price each time')
  assert.ok(prices.length >= 2)
  await bench.close()
})
