import assert from 'node:assert/strict'
import { readHistory, readSeries } from '../../adapters/work/watch/read-series.ts'
import { toTimestamp, type Series } from '../../core/contract/index.ts'
import { findGaps } from '../../core/index.ts'
import { createCaller, MINUTE } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'
import { beginRun, commitLook, createWatch, lookOf } from './watch-calls.ts'

const LOOKS = 60

/** Looks of a price: some fail, some do not see it, and it moves to another series. */
function printLook(index: number): string {
  const series = index < 40 ? 1 : 2
  if (index % 7 === 3 || index % 7 === 4) return '["target_unreachable",null,null,[],null]'
  const unseen = index % 11 === 5 ? ['price'] : index % 5 === 0 ? ['price_buybox'] : []
  return JSON.stringify(['seen', series, series === 1 ? '10001' : null, unseen, String(index).padStart(16, 'a')])
}

/** How the values of a field are read. */
export function checkSeries(check: Check): void {
  check('a series is what all looks say, read in one part or in many', async (store) => {
    const caller = await createCaller(store)
    const watch = await createWatch(store, caller, 1)
    for (let index = 0; index < LOOKS; index++) {
      const nowMs = NOW + index * MINUTE
      const [claimed] = await beginRun(store, caller, watch, [0], nowMs)
      assert.ok(claimed)
      const text = printLook(index)
      const isSeen = text.startsWith('["seen"') && !text.includes('"price"')
      const points =
        isSeen && index % 3 === 0 ? [{ field: 'price', text: `[${index < 40 ? 1 : 2},${index},"#a"]` }] : []
      const look = await lookOf(watch, 0, { atMs: nowMs, text, isSeen, points })
      assert.equal(await commitLook(store, caller, claimed, look, nowMs), 'committed')
    }
    const subject = { watchId: watch.id, item: 0, field: 'price', fromMs: NOW + 2 * MINUTE, toMs: NOW + 100 * MINUTE }
    const whole = await readSeries(store.watches, subject)
    const { points, looks } = await readHistory(store.watches, subject)
    assert.deepEqual(
      whole.points.map(({ at, value, place, winner }) => [at, value, place, winner]),
      points.map(({ atMs, value, place, winner }) => [toTimestamp(atMs), value, place, winner]),
    )
    assert.deepEqual(
      whole.gaps,
      findGaps(looks).map(({ fromMs, toMs }) => {
        return { from: toTimestamp(fromMs), to: toMs === null ? null : toTimestamp(toMs) }
      }),
    )
    assert.deepEqual([whole.next_from, whole.last_look_at], [null, toTimestamp(NOW + (LOOKS - 1) * MINUTE)])
    for (const most of [1, 3, 7]) {
      const parts: Series[] = []
      for (let fromMs: number | null = subject.fromMs; fromMs !== null;) {
        const part: Series = await readSeries(store.watches, { ...subject, fromMs }, most)
        parts.push(part)
        fromMs = part.next_from === null ? null : Date.parse(part.next_from)
      }
      // The point that holds at the begin of a part was in an earlier one.
      const values = new Map(parts.flatMap((part) => part.points.map((point) => [point.at, point] as const)))
      assert.deepEqual([...values.values()], whole.points)
      assert.ok(parts.length > 1 && parts.every((part) => part.points.length <= most + 1), `${most} a part`)
    }
    const lastMs = NOW + (LOOKS - 1) * MINUTE
    const [state, ...others] = await store.watches.listStates(watch.id, 0, 10)
    assert.deepEqual([state?.item, state?.lastLook, others], [0, printLook(LOOKS - 1), []])
    assert.equal(typeof state?.dueMs, 'number')
    assert.ok(state?.state instanceof Uint8Array)
    assert.deepEqual(await store.watches.listStates(watch.id, 1, 10), [])
    assert.deepEqual(
      await store.watches.listLastLooks(watch.id, 0, 2),
      [0, 1].map((back) => ({ atMs: lastMs - back * MINUTE, text: printLook(LOOKS - 1 - back) })),
    )
    const reads = await store.watches.listUnseen(watch.id, 0, 'price', { fromMs: NOW, toMs: NOW + 99 * MINUTE }, 10)
    assert.equal(reads.nextMs, NOW + 10 * MINUTE)
    assert.deepEqual(
      reads.looks.map(({ atMs, nextMs }) => [(atMs - NOW) / MINUTE, ((nextMs ?? 0) - NOW) / MINUTE]),
      [
        [0, 1],
        [3, 4],
        [4, 5],
        [5, 6],
      ].filter(([index = 0]) => printLook(index).includes('"price"') || !printLook(index).startsWith('["seen"')),
    )
  })
}
