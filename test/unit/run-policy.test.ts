import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { CLOCK_TOLERANCE_MS, dueRunMs } from '../../core/policy/index.ts'

const NOW = Date.parse('2026-03-15T12:00:00Z')

/** A run of live items, after one that found some. */
const busy = { mode: 'live', wasEmpty: false, hasItems: true } as const

const cases: readonly [why: string, lastMs: number | null, intervalMs: number, expected: number | null][] = [
  ['there was no run', null, 60_000, NOW],
  ['a timer woke 1 ms early', NOW - 59_999, 60_000, null],
  ['the interval has passed', NOW - 60_000, 60_000, NOW],
  ['a late run does not delay the next', NOW - 60_700, 60_000, NOW - 700],
  ['missed runs are not repeated', NOW - 600_700, 60_000, NOW - 700],
  ['the interval was raised', NOW - 2000, 4000, null],
  ['the interval was raised, and has passed', NOW - 4000, 4000, NOW],
  ['the interval was lowered', NOW - 4000, 2000, NOW],
  ['the clock went back a little', NOW + CLOCK_TOLERANCE_MS, 60_000, null],
  ['the clock went back far: the last run is ignored', NOW + CLOCK_TOLERANCE_MS + 1, 60_000, NOW],
  ['the clock was two days ahead', NOW + 172_800_000, 60_000, NOW],
]

test('when a run is due', () => {
  for (const [why, lastMs, intervalMs, expected] of cases) {
    assert.equal(dueRunMs({ ...busy, lastMs, intervalMs }, NOW), expected, why)
  }
})

test('items start a run at once after a run without items, and those of sandbox keys always', () => {
  const early = { lastMs: NOW - 10, intervalMs: 60_000 }
  const late = { lastMs: NOW - 60_700, intervalMs: 60_000 }
  const rows: readonly [Parameters<typeof dueRunMs>[0], number | null][] = [
    [{ ...early, mode: 'live', wasEmpty: true, hasItems: true }, NOW],
    [{ ...early, mode: 'live', wasEmpty: true, hasItems: false }, null],
    [{ ...early, mode: 'test', wasEmpty: false, hasItems: true }, NOW],
    [{ ...early, mode: 'test', wasEmpty: false, hasItems: false }, null],
    [{ ...late, mode: 'live', wasEmpty: true, hasItems: true }, NOW],
    [{ ...late, mode: 'live', wasEmpty: true, hasItems: false }, NOW - 700],
  ]
  for (const [times, expected] of rows) assert.equal(dueRunMs(times, NOW), expected, JSON.stringify(times))
})

test('whenever it is looked for, the number of runs is that of the intervals that had begun', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.nat({ max: 100 })), (intervalMs, pauses) => {
      let [nowMs, lastMs] = [NOW, NOW]
      const seen = new Set<number>()
      let runs = 0
      for (const pauseMs of pauses) {
        nowMs += pauseMs
        const dueMs = dueRunMs({ ...busy, lastMs, intervalMs }, nowMs)
        const interval = Math.floor((nowMs - NOW) / intervalMs)
        if (interval > 0) seen.add(interval)
        if (dueMs === null) continue
        runs++
        assert.equal((dueMs - NOW) % intervalMs, 0)
        lastMs = dueMs
      }
      assert.equal(runs, seen.size)
    }),
  )
})
