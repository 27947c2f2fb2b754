import type { ChargeKind } from '../../../core/policy/index.ts'
import type { LedgerPage } from '../ledger.ts'
import type { Database } from './database.ts'

/** Rows that one page looks at. Those of other months are left out. */
const ROWS_PER_PAGE = 5000

interface Row {
  readonly workspace_id: string
  readonly charge_id: string
  readonly key_id: string
  readonly kind: ChargeKind
  readonly credits: number
  readonly at_ms: number
}

/** Reads the charges of a month that count. Order: as written. */
export function readLedgerMonth(database: Database, month: string, after: string): LedgerPage {
  const from = Number(after)
  const to = from + ROWS_PER_PAGE
  const [bounds] = database.list<{ last: number }>('SELECT coalesce(max(place), 0) AS last FROM ledger')
  const rows = database.list<Row>(
    `SELECT workspace_id, charge_id, key_id, kind, credits, at_ms FROM ledger
     WHERE place > ? AND place <= ? AND strftime('%Y-%m', at_ms / 1000, 'unixepoch') = ?
       AND NOT EXISTS (SELECT 1 FROM voids WHERE charge = place) ORDER BY place`,
    from,
    to,
    month,
  )
  return {
    rows: rows.map(({ workspace_id, charge_id, key_id, kind, credits, at_ms }) => ({
      workspaceId: workspace_id,
      chargeId: charge_id,
      keyId: key_id,
      kind,
      credits,
      atMs: at_ms,
    })),
    next: to < (bounds?.last ?? 0) ? String(to) : null,
  }
}
