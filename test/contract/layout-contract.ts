import assert from 'node:assert/strict'
import { createReport } from '../../adapters/work/findings/report-finding.ts'
import { createLostFieldsTask } from '../../adapters/work/findings/lost-fields.ts'
import type { DailyCount } from '../../adapters/store/statistics.ts'
import type { Store } from '../../adapters/store/store.ts'
import { DAY_MS, dayOf } from '../../core/policy/index.ts'
import { claimDue, lease } from './batch-calls.ts'
import { NOW, type Check } from './store-caller.ts'

const count = (atMs: number, series: DailyCount['series'], name: readonly string[], times: number): DailyCount => ({
  series,
  day: dayOf(atMs),
  name,
  count: times,
})

/** A day on which 200 products were read, of which some had a price, and 20 searches. */
const dayWith = (atMs: number, prices: number): DailyCount[] => [
  count(atMs, 'reads', ['product', 'de', ''], 200),
  count(atMs, 'winners', ['product', 'de', 'title', '#productTitle'], 200),
  ...(prices === 0 ? [] : [count(atMs, 'winners', ['product', 'de', 'price', '.priceToPay'], prices)]),
  count(atMs, 'reads', ['search', 'de', ''], 20),
  count(atMs, 'reads', ['search', 'de', 'products[]'], 900),
  count(atMs, 'winners', ['search', 'de', 'products[].price', '.a-price'], 890),
]

/** A field whose values vanish is reported. */
export function checkLayout(check: Check): void {
  check('a field whose values have vanished is reported once a week, of all processes together', async (store) => {
    const lines: unknown[] = []
    const drifts: unknown[] = []
    const log = { warn: (facts: unknown) => lines.push(facts) }
    const metrics = { setDrift: (fields: readonly unknown[]) => drifts.push(fields.length) }
    const watch = (nowMs: number): Promise<unknown> =>
      Promise.all(
        [1, 2].map(() => createLostFieldsTask({ store, report: createReport(store, false), log, metrics })(nowMs)),
      )
    await addDays(store, 20, (day) => dayWith(NOW - (20 - day) * DAY_MS, 195))
    await watch(NOW - DAY_MS)
    assert.deepEqual([lines, drifts], [[], [0, 0]])
    // Two days without a price.
    await addDays(store, 2, (day) => dayWith(NOW + day * DAY_MS, 0))
    const nowMs = NOW + DAY_MS
    await watch(nowMs)
    const price = { field: 'price', drift: 'vanished', filled: { before: 0.975, recent: 0 } }
    assert.deepEqual(lines, [{ record: 'product', domain: 'de', fields: [price] }])
    assert.deepEqual(drifts.slice(2), [1, 1])
    await watch(nowMs + 1000)
    assert.equal(lines.length, 1)
    const { entries } = await store.audit.list({ fromMs: 0, toMs: nowMs + DAY_MS, workspaceId: null, limit: 10 })
    const reported = entries.filter(({ command }) => command === 'layout.drift')
    assert.deepEqual(
      reported.map(({ actor, outcome }) => [actor, outcome]),
      [['service', 'ok']],
    )
  })

  check('a field that more pages show in a form that can not be read is reported with that share', async (store) => {
    const lines: unknown[] = []
    const log = { warn: (facts: unknown) => lines.push(facts) }
    const unread = (day: number, times: number) =>
      count(NOW + day * DAY_MS, 'unread', ['product', 'de', 'price'], times)
    await addDays(store, 20, (day) => [...dayWith(NOW + (day - 20) * DAY_MS, 100), unread(day - 20, 2)])
    await addDays(store, 2, (day) => [...dayWith(NOW + day * DAY_MS, 100), unread(day, 80)])
    await createLostFieldsTask({ store, report: createReport(store, true), log })(NOW + DAY_MS)
    const shares = { filled: { before: 0.5, recent: 0.5 }, unread: { before: 0.01, recent: 0.4 } }
    const fields = [{ field: 'price', drift: 'unread', ...shares }]
    assert.deepEqual(lines, [{ record: 'product', domain: 'de', fields }])
    const [claim] = await claimDue(store, lease(NOW + DAY_MS))
    const { text } = JSON.parse(claim?.body ?? '{}') as { text?: string }
    assert.match(text ?? '', /price can't be read on more pages \(1 % before, 40 % now\)\.$/)
  })
}

/** Three weeks of products with prices, and two days without, which end at `nowMs`. */
export async function loseFields(store: Store, nowMs: number): Promise<void> {
  await addDays(store, 20, (day) => dayWith(nowMs - (21 - day) * DAY_MS, 195))
  await addDays(store, 2, (day) => dayWith(nowMs - (1 - day) * DAY_MS, 0))
}

async function addDays(store: Store, days: number, countsOf: (day: number) => readonly DailyCount[]): Promise<void> {
  for (let day = 0; day < days; day++) await store.statistics.add({ id: `${days} ${day}`, counts: countsOf(day) })
}
