import assert from 'node:assert/strict'
import { createFieldReports } from '../../adapters/work/findings/report-fields.ts'
import { createReport } from '../../adapters/work/findings/report-finding.ts'
import type { Store } from '../../adapters/store/store.ts'
import { claimDue, DAY, lease, MINUTE } from './batch-calls.ts'
import type { Check } from './store-caller.ts'

interface Held {
  readonly field: string
  readonly reach: string
}

/** A Wednesday, one minute before the day on which weeks since 1970 begin. */
const LATE = Date.parse('2026-03-11T23:59:00Z')
const held = (reach: string, ...fields: readonly string[]): Held[] => fields.map((field) => ({ field, reach }))

/** A process that reports fields of products. Gives the fields that are new. */
function openProcess(store: Store, sendsAlerts = true) {
  const reportFields = createFieldReports<Held>({
    audit: store.audit,
    report: createReport(store, sendsAlerts),
    type: 'watch.layout',
    stateOf: ({ reach }) => reach,
    describe: (record, domain, fields) => [record, domain, ...fields.map(({ field }) => field)].join(' '),
  })
  return async (fields: readonly Held[], nowMs: number, domain = 'de'): Promise<string> =>
    (await reportFields('product', domain, fields, nowMs)).map(({ field }) => field).join(' ')
}

/** Sentences of the alerts that were added, in the order of their claims. */
async function takeAlerts(store: Store, nowMs: number): Promise<unknown[]> {
  const claims = await claimDue(store, lease(nowMs))
  for (const claim of claims) await store.outbox.endAttempt(claim, { ok: true, status: 200 }, nowMs)
  return claims.map(({ body }) => (JSON.parse(body) as { text: unknown }).text)
}

/** What has happened to fields is reported once a week, each field from its own first report on. */
export function checkFieldReports(check: Check): void {
  check('each field is reported once a week, from its own first report on', async (store) => {
    const look = openProcess(store)
    assert.equal(await look(held('all', 'price', 'title'), LATE), 'price title')
    assert.deepEqual(await takeAlerts(store, LATE), ['product de price title'])
    // Thursday begins; fields come and go.
    for (const [minutes, fields] of [
      [1, ['price', 'title']],
      [2, ['price']],
      [3, ['title', 'price']],
    ] as const) {
      assert.equal(await look(held('all', ...fields), LATE + minutes * MINUTE), '')
    }
    assert.equal(await look(held('all', 'price', 'rating', 'title'), LATE + DAY), 'rating')
    assert.deepEqual(await takeAlerts(store, LATE + DAY), ['product de rating'])
    // A process that starts knows it from the log.
    assert.equal(await openProcess(store)(held('all', 'price', 'rating'), LATE + 7 * DAY - 1), '')
    assert.equal(await look(held('all', 'price', 'rating'), LATE + 7 * DAY), 'price')
    assert.equal(await look(held('all', 'price', 'rating'), LATE + 8 * DAY), 'rating')
    assert.deepEqual(await takeAlerts(store, LATE + 8 * DAY), ['product de price', 'product de rating'])
    // Another state, and another marketplace, are other reports.
    assert.equal(await look(held('one', 'price'), LATE + 8 * DAY), 'price')
    assert.equal(await look(held('all', 'price'), LATE + 8 * DAY, 'fr'), 'price')
  })

  check(
    'processes that find a field together report it once, and an alert that one has not added is added',
    async (store) => {
      const found = await Promise.all([0, 1, 2].map(() => openProcess(store)(held('all', 'price'), LATE)))
      assert.deepEqual(found.toSorted(), ['', '', 'price'])
      assert.equal((await store.outbox.readWaiting('alert')).count, 1)
      // Without a receiver, or by a process that died, there is an entry alone.
      assert.equal(await openProcess(store, false)(held('all', 'price', 'title'), LATE), 'title')
      assert.equal((await store.outbox.readWaiting('alert')).count, 1)
      assert.equal(await openProcess(store)(held('all', 'price', 'title'), LATE + MINUTE), '')
      assert.deepEqual(await takeAlerts(store, LATE + MINUTE), ['product de price', 'product de title'])
    },
  )
}
