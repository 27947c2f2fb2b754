import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { mayTakeTurn, reservedTurns } from '../../core/policy/index.ts'

/** Turns that a workspace gets when it takes all it can, and nobody else holds any. */
function mostOf(turns: number, others: number, reserved = reservedTurns(turns)): number {
  let held = 0
  while (mayTakeTurn({ turns, reserved }, { held, own: held, others })) held++
  return held
}

test('a workspace has at most three quarters of a pool, and its share while others come, but no less than a quarter', () => {
  const rows = [1, 2, 3, 4, 8, 16, 64].map((turns) => [0, 1, 2, 3, 9].map((others) => mostOf(turns, others)))
  assert.deepEqual(rows, [
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [2, 2, 1, 1, 1],
    [3, 2, 2, 1, 1],
    [6, 4, 3, 2, 2],
    [12, 8, 6, 4, 4],
    [48, 32, 22, 16, 16],
  ])
})

test('without a reserve, a workspace that comes alone has all turns, and its share while others come', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((others) => mostOf(16, others, 0)),
    [16, 8, 6, 4, 4],
  )
})

test('a pool without a limit has a turn for everyone', () => {
  assert.ok(mayTakeTurn({ turns: Infinity, reserved: reservedTurns(Infinity) }, { held: 1e9, own: 1e9, others: 1e3 }))
})

test('property: whoever holds none finds a turn, as long as fewer came than turns are reserved', () => {
  const greedy = fc.integer({ min: 1, max: 12 })
  const order = fc.array(fc.nat({ max: 11 }), { minLength: 200, maxLength: 400 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), greedy, order, (turns, workspaces, asks) => {
      const pool = { turns, reserved: reservedTurns(turns) }
      const own = Array.from({ length: workspaces }, () => 0)
      let held = 0
      for (const ask of asks) {
        const of = ask % workspaces
        if (!mayTakeTurn(pool, { held, own: own[of] ?? 0, others: workspaces - 1 })) continue
        own[of] = (own[of] ?? 0) + 1
        held++
      }
      assert.ok(held <= turns)
      // Each of them can have taken one of the reserved turns, as its first.
      const firsts = own.filter((count) => count > 0).length
      if (firsts <= pool.reserved) assert.ok(mayTakeTurn(pool, { held, own: 0, others: workspaces }))
      if (turns > 1) assert.ok(Math.max(...own) < turns)
    }),
  )
})
