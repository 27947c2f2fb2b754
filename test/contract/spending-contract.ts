import assert from 'node:assert/strict'
import { createSpendingTask } from '../../adapters/work/findings/spending.ts'
import { createReport } from '../../adapters/work/findings/report-finding.ts'
import type { Store } from '../../adapters/store/store.ts'
import { charge, createCaller, NOW, type Check } from './store-caller.ts'

const NEXT_MONTH = Date.parse('2026-04-02T00:00:00Z')

/** Runs a round of two processes, and gives what they log. */
async function watch(store: Store, nowMs: number, watches = 2): Promise<unknown[]> {
  const lines: unknown[] = []
  const log = { warn: (facts: unknown) => lines.push(facts) }
  await Promise.all(
    Array.from({ length: watches }, () =>
      createSpendingTask({ store, report: createReport(store, false), log })(nowMs),
    ),
  )
  return lines
}

/** Thresholds of spending caps are recorded once. */
export function checkSpending(check: Check): void {
  check(
    'each threshold of a spending cap is recorded once a month and cap, of all processes together',
    async (store) => {
      const caller = await createCaller(store, { payAsYouGo: true, spendingCap: 25 })
      const { workspaceId } = caller
      await createCaller(store)
      const spend = async (count: number, nowMs = NOW): Promise<void> => {
        for (let index = 0; index < count; index++) await charge(store, caller, `${nowMs}-${Math.random()}`, nowMs)
      }
      const facts = (percent: number, usedCredits: number, spendingCap = 25, month = '2026-03') => ({
        workspace: workspaceId,
        month,
        percent,
        spendingCap,
        usedCredits,
      })
      await spend(3)
      assert.deepEqual(await watch(store, NOW), [])
      await spend(1)
      assert.deepEqual(await watch(store, NOW), [facts(80, 20)])
      assert.deepEqual(await watch(store, NOW), [])
      await spend(1)
      assert.deepEqual(await watch(store, NOW), [facts(100, 25)])
      assert.deepEqual(await watch(store, NOW), [])
      await store.workspaces.update(workspaceId, { spendingCap: 30 })
      assert.deepEqual(await watch(store, NOW), [facts(80, 25, 30)])
      await store.workspaces.update(workspaceId, { spendingCap: 25 })
      assert.deepEqual(await watch(store, NOW), [])
      await spend(4, NEXT_MONTH)
      assert.deepEqual(await watch(store, NEXT_MONTH), [facts(80, 20, 25, '2026-04')])

      const { entries } = await store.audit.list({ fromMs: 0, toMs: NEXT_MONTH + 1, workspaceId, limit: 100 })
      assert.deepEqual(
        entries.map(({ actor, command, outcome, input }) => ({ actor, command, outcome, input })).toReversed(),
        [facts(80, 20), facts(100, 25), facts(80, 25, 30), facts(80, 20, 25, '2026-04')].map((input) => ({
          actor: 'service',
          command: 'spending.threshold',
          outcome: 'ok',
          input,
        })),
      )
    },
  )
}
