import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchList } from '../../core/contract/index.ts'
import { headerOf, jsonOf, startBench } from '../support/service-bench.ts'
import { callWatch, createWatch, StillClock } from '../support/watch-bench.ts'
import { START_MS } from '../support/simulated-watch.ts'
import { BODY } from '../support/moving-shop.ts'

const ITEMS = Array.from({ length: 1000 }, (_, index) => ({ query: `B0SHLF${String(index).padStart(4, '0')}` }))

test('items that are written count for the whole workspace, whichever key and request writes them', async () => {
  const clock = new StillClock(START_MS)
  const bench = await startBench({ epochMs: clock.epochMs, settings: { SHELFMARK_BATCH_INTERVAL_MS: '3600000' } })
  const { key, workspace } = await bench.createCaller({ plan: 'free' })
  const second = (await bench.createKey(workspace)).fullKey
  const body = { ...BODY, every: '6h', items: ITEMS }
  const { id } = await createWatch(bench, key, body)
  // The bucket has 26 requests, two come back in a second, and a watch of 1,000 items takes the ten that a second may have.
  clock.ms += 1000
  assert.equal((await callWatch(bench, key, 'DELETE', `/${id}`)).status, 200)
  clock.ms += 1000
  const { id: kept } = await createWatch(bench, key, body)
  for (const [method, path, sent] of [
    ['POST', '', body],
    ['PATCH', `/${kept}`, { every: '12h' }],
    ['POST', `/${kept}/run`, undefined],
    ['DELETE', `/${kept}`, undefined],
  ] as const) {
    clock.ms += 1000
    const refused = await callWatch(bench, second, method, path, sent)
    assert.equal(refused.status, 429, `${method} ${path}`)
    assert.ok(Number(headerOf(refused, 'retry-after')) >= 1)
  }
  // Small ones, and those of others, are created.
  await createWatch(bench, second, { ...body, items: ITEMS.slice(0, 25) })
  const other = await bench.createCaller({ plan: 'free' })
  await createWatch(bench, other.key, body)
  const { watches } = jsonOf(await callWatch(bench, key, 'GET', '')) as WatchList
  assert.deepEqual(
    watches.map(({ item_count }) => item_count),
    [25, 1000],
  )
  await bench.close()
})
