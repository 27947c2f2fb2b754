import assert from 'node:assert/strict'
import type { LedgerRow } from '../../adapters/store/ledger.ts'
import type { Store } from '../../adapters/store/store.ts'
import { MONTH_CLOSES_MS } from '../../core/policy/index.ts'
import { until } from '../support/wait.ts'
import { ALL_DAYS, createCaller, NOW, readCredits, reserve, type Check } from './store-caller.ts'

type Caller = Awaited<ReturnType<typeof createCaller>>

const DAY_MS = 86_400_000
/** In February, and when February is closed. */
const FEBRUARY = Date.parse('2026-02-28T23:59:59Z')
const CLOSED = Date.parse('2026-03-01T00:00:00Z') + MONTH_CLOSES_MS

async function charge(store: Store, { key, workspaceId }: Caller, chargeId: string, atMs: number): Promise<void> {
  const reservation = await reserve(store, workspaceId, 5, atMs)
  const written = { chargeId, keyId: key.id, record: 'product', credits: 5 } as const
  assert.equal(await store.ledger.settle(reservation, written), 'charged')
}

/** Charges of a month as `ledger export` reads them, each once. */
async function readMonth(store: Store, month: string): Promise<readonly LedgerRow[]> {
  const rows = new Map<string, LedgerRow>()
  for (let after: string | null = ''; after !== null;) {
    const page = await store.ledger.readMonth(month, after)
    for (const row of page.rows) rows.set(`${row.workspaceId} ${row.chargeId}`, row)
    after = page.next
  }
  return [...rows.values()].toSorted((a, b) => (a.chargeId < b.chargeId ? -1 : 1))
}

/** What every ledger does with the charges of months that are closed. */
export function closedMonthsContract(check: Check): void {
  check(
    'charges of a closed month leave the ledger, and are counted, exported and checked as before',
    async (store, data) => {
      const [one, other] = [await createCaller(store), await createCaller(store)]
      for (let index = 0; index < 30; index++) {
        await charge(store, index % 3 === 0 ? other : one, `february-${index}`, FEBRUARY - index * DAY_MS)
        await charge(store, one, `march-${index}`, NOW)
      }
      await store.keys.revoke(one.key.id)
      const read = async (from: Store) => ({
        check: await from.ledger.check(),
        months: await Promise.all(['2026-01', '2026-02', '2026-03'].map((month) => readMonth(from, month))),
        usage: await Promise.all([one, other].map(({ workspaceId }) => from.ledger.usage(workspaceId, ALL_DAYS))),
      })
      const before = await read(store)
      assert.deepEqual(before.check, { charges: 60, credits: 300, differences: [] })
      assert.deepEqual(
        before.months.map(({ length }) => length),
        [2, 28, 30],
      )
      assert.equal(await store.ledger.closeMonths(CLOSED - MONTH_CLOSES_MS - 1), 2)
      assert.deepEqual(await read(store), before)
      assert.equal(await store.ledger.closeMonths(CLOSED - 1), 0)
      assert.equal(await store.ledger.closeMonths(CLOSED), 28)
      assert.equal(await store.ledger.closeMonths(CLOSED), 0)
      assert.deepEqual(await read(store), before)
      await store.close()
      const again = await data.open()
      assert.deepEqual(await read(again), before)
      // The allowance of the month is what it was.
      await reserve(again, other.workspaceId, 5000 - 50, FEBRUARY)
      assert.equal(await again.ledger.reserve(other.workspaceId, 1, FEBRUARY), 'insufficient_credits')
      await charge(again, other, 'after', NOW)
      assert.deepEqual(await again.ledger.check(), { charges: 61, credits: 305, differences: [] })
      await again.close()
    },
  )

  check('a closed month has no voided charges; one that is not answered stays until it is', async (store) => {
    const caller = await createCaller(store)
    const { workspaceId, key } = caller
    const facts = { keyId: key.id, record: 'product', credits: 5, isUnanswered: true } as const
    for (const chargeId of ['voided', 'open']) {
      await store.ledger.settle(await reserve(store, workspaceId, 5, FEBRUARY), { ...facts, chargeId })
    }
    await charge(store, caller, 'answered', FEBRUARY)
    await charge(store, caller, 'now', NOW)
    store.ledger.void({ workspaceId, chargeId: 'voided', atMs: FEBRUARY })
    await until(() => store.ledger.unansweredCredits() === 5, 'the void')
    const totals = async () => {
      while ((await store.ledger.closeMonths(CLOSED)) > 0);
      const { charges, differences } = await store.ledger.check()
      return { charges, differences, credits: await readCredits(store, workspaceId) }
    }
    const open = { workspaceId, chargeId: 'open', atMs: FEBRUARY }
    await store.ledger.closeMonths(CLOSED)
    store.ledger.void(open)
    await until(() => store.ledger.unansweredCredits() === 0, 'the second void')
    assert.deepEqual(await totals(), { charges: 2, differences: [], credits: 10 })
    // Too late: the month is closed.
    store.ledger.confirm(open)
    await charge(store, caller, 'last', NOW)
    assert.deepEqual(await totals(), { charges: 3, differences: [], credits: 15 })
    assert.deepEqual(
      (await readMonth(store, '2026-02')).map(({ chargeId }) => chargeId),
      ['answered'],
    )
  })

  check('months are closed while the ledger is read and charged', async (store) => {
    const caller = await createCaller(store, { payAsYouGo: true })
    const count = 2500
    for (let from = 0; from < count; from += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => charge(store, caller, `${from + index}`, FEBRUARY)))
    }
    const [closed, exported, checked] = await Promise.all([
      store.ledger.closeMonths(CLOSED),
      readMonth(store, '2026-02'),
      store.ledger.check(),
      ...Array.from({ length: 50 }, (_, index) => charge(store, caller, `now-${index}`, NOW)),
    ])
    assert.ok(closed >= count - 1, `${closed} charges`)
    assert.equal(exported.length, count)
    assert.deepEqual(checked.differences, [])
    assert.deepEqual(await store.ledger.check(), { charges: count + 50, credits: 5 * (count + 50), differences: [] })
  })
}
