import type { LedgerPage, LedgerRow, Usage } from '../../store/ledger.ts'

/** A sum of charges as the administration gives it. `kind`: name of the record. */
export interface AdminUsage extends Omit<Usage, 'record'> {
  readonly kind: string
}

/** A charge as the administration gives it. `kind`: name of the record. */
export interface AdminCharge extends Omit<LedgerRow, 'record'> {
  readonly kind: string
}

export interface AdminLedgerPage extends Omit<LedgerPage, 'rows'> {
  readonly rows: readonly AdminCharge[]
}

export function printUsage({ day, keyId, record, ...sums }: Usage): AdminUsage {
  return { day, keyId, kind: record, ...sums }
}

export function printLedgerPage({ rows, next }: LedgerPage): AdminLedgerPage {
  return { rows: rows.map(printCharge), next }
}

function printCharge({ workspaceId, chargeId, keyId, record, ...rest }: LedgerRow): AdminCharge {
  return { workspaceId, chargeId, keyId, kind: record, ...rest }
}
