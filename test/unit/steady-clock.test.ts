import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockJumps } from '../../adapters/work/clock-jumps.ts'
import { steadyClock } from '../../adapters/store/steady-clock.ts'

const START = Date.parse('2026-03-15T12:00:00Z')
const SECOND = 1000
const DAY = 86_400_000

/** Clocks of a machine: `pass` lets time pass, `set` sets the clock of the system. */
function createMachine() {
  let [elapsedMs, systemMs] = [0, START]
  const jumps: number[] = []
  const clocks = { epochMs: () => systemMs, monotonicMs: () => elapsedMs, onJump: (ms: number) => jumps.push(ms) }
  return {
    clocks,
    jumps,
    pass: (ms: number) => {
      elapsedMs += ms
      systemMs += ms
    },
    set: (changeMs: number) => {
      systemMs += changeMs
    },
  }
}

test('a clock that runs right is followed exactly', () => {
  const { clocks, jumps, pass } = createMachine()
  const now = steadyClock(clocks)
  assert.equal(now(), START)
  for (let count = 1; count <= 100; count++) {
    pass(0.25)
    pass(999.75)
    assert.equal(now(), START + count * SECOND)
  }
  assert.deepEqual(jumps, [])
})

test('small corrections are followed, and time does not go back for them', () => {
  const { clocks, jumps, pass, set } = createMachine()
  const now = steadyClock(clocks)
  set(3 * SECOND)
  assert.equal(now(), START + 3 * SECOND)
  set(-4 * SECOND)
  assert.equal(now(), START + 3 * SECOND)
  pass(10 * SECOND)
  assert.equal(now(), START + 9 * SECOND)
  assert.deepEqual(jumps, [])
})

test('two days ahead for five seconds, then right again: nobody sees it, and it is reported once', () => {
  const { clocks, jumps, pass, set } = createMachine()
  const now = steadyClock(clocks)
  pass(10 * SECOND)
  set(2 * DAY)
  for (let count = 1; count <= 5; count++) {
    pass(SECOND)
    assert.equal(now(), START + (10 + count) * SECOND)
  }
  set(-2 * DAY)
  pass(SECOND)
  assert.equal(now(), START + 16 * SECOND)
  assert.deepEqual(jumps, [2 * DAY])
})

test('a jump that lasts for a minute is followed, ahead and back', () => {
  const { clocks, jumps, pass, set } = createMachine()
  const now = steadyClock(clocks)
  for (const jump of [DAY, -DAY]) {
    const before = now()
    set(jump)
    assert.equal(now(), before)
    pass(59 * SECOND)
    assert.equal(now(), before + 59 * SECOND)
    pass(SECOND)
    assert.equal(now(), before + 60 * SECOND + jump)
  }
  assert.deepEqual(jumps, [DAY, -DAY])
})

test('a jump between two looks is seen once; small steps and the first look are no jump', () => {
  const { clocks, pass, set } = createMachine()
  const findJump = clockJumps(clocks.epochMs, clocks.monotonicMs)
  assert.equal(findJump(), 0)
  pass(60 * SECOND)
  set(4 * SECOND)
  assert.equal(findJump(), 0)
  set(8 * DAY)
  pass(60 * SECOND)
  assert.deepEqual([findJump(), findJump()], [8 * DAY, 0])
  set(-8 * DAY)
  assert.deepEqual([findJump(), findJump()], [-8 * DAY, 0])
})
