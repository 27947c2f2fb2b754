import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { dealItems } from '../../core/policy/index.ts'
import { runsOf } from '../support/property-runs.ts'
import { claim, create, createCaller } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

/** What was created, stopped and dealt, in any order. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ of: fc.nat({ max: 3 }), items: fc.integer({ min: 1, max: 7 }) }) },
  fc.record({ stopped: fc.nat({ max: 20 }) }),
  { weight: 3, arbitrary: fc.record({ most: fc.integer({ min: 1, max: 5 }) }) },
)

/** Runs of few items, while more batches and workspaces wait than a run can reach. */
export function checkDeals(check: Check): void {
  check('runs are dealt as dealItems decides of all that waits', async (store) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        // What earlier cases have left.
        while ((await claim(store, 1000)).length > 0);
        const callers = await Promise.all(Array.from({ length: 4 }, () => createCaller(store)))
        const left = new Map<string, number>()
        let queue: readonly { readonly id: string; readonly batches: readonly string[] }[] = []
        for (const one of steps) {
          if ('items' in one) {
            const caller = callers[one.of]
            assert.ok(caller)
            const { id } = await create(store, caller, one.items)
            left.set(id, one.items)
            const known = queue.find((lane) => lane.id === caller.workspaceId)
            const lane = { id: caller.workspaceId, batches: [...(known?.batches ?? []), id] }
            queue = known === undefined ? [...queue, lane] : queue.map((other) => (other === known ? lane : other))
          } else if ('stopped' in one) {
            const id = [...left.keys()][one.stopped]
            if (id === undefined) continue
            await store.batches.stop(id, NOW)
            queue = queue
              .map((lane) => ({ ...lane, batches: lane.batches.filter((waiting) => waiting !== id) }))
              .filter(({ batches }) => batches.length > 0)
          } else {
            const waiting = queue.map(({ id, batches }) => ({
              id,
              batches: batches.map((batch) => ({ id: batch, itemsLeft: left.get(batch) ?? 0 })),
            }))
            const expected = dealItems(waiting, one.most)
            const counts = new Map<string, number>()
            for (const { batchId } of await claim(store, one.most)) {
              counts.set(batchId, (counts.get(batchId) ?? 0) + 1)
            }
            assert.deepEqual(
              [...counts].map(([id, count]) => ({ id, count })),
              expected.shares,
            )
            for (const { id, count } of expected.shares) left.set(id, (left.get(id) ?? 0) - count)
            queue = expected.queue
          }
        }
      }),
      { numRuns: runsOf(40) },
    )
  })
}
