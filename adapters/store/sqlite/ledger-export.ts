import type { LedgerPage } from '../ledger.ts'
import { CHARGE_COLUMNS, findNextPlace, readClosed, toPlacedCharge, type PlacedCharge } from './closed-charges.ts'
import type { Database } from './database.ts'

/** Places that one page looks at. Charges of other months are left out. */
const PLACES_PER_PAGE = 5000

/** Reads the charges of a month that count. Order: as written. `after`: the last place of the page before. */
export function readLedgerMonth(database: Database, month: string, after: string): LedgerPage {
  const first = findNextPlace(database, Number(after), month)
  if (first === null) return { rows: [], next: null }
  const [before, to] = [first - 1, first - 1 + PLACES_PER_PAGE]
  const live = database.list<Parameters<typeof toPlacedCharge>[0]>(
    `SELECT ${CHARGE_COLUMNS} FROM ledger
     WHERE place > ? AND place <= ? AND strftime('%Y-%m', at_ms / 1000, 'unixepoch') = ?
       AND NOT EXISTS (SELECT 1 FROM voids WHERE charge = place)`,
    before,
    to,
    month,
  )
  const placed = [...readClosed(database, before, to, month), ...live.map(toPlacedCharge)]
  const rows = placed.toSorted((a, b) => a.place - b.place).map(withoutPlace)
  return { rows, next: findNextPlace(database, to, month) === null ? null : String(to) }
}

function withoutPlace({ place: _place, ...charge }: PlacedCharge) {
  return charge
}
