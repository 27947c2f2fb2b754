import { deflateSync, inflateSync } from 'node:zlib'
import type { LedgerRow } from './ledger.ts'

/** A charge as a pack has it: with all members that it has, and the record as `kind`. */
interface PackedRow extends Omit<LedgerRow, 'record'> {
  readonly kind: string
}

/** Charges of a closed month as they are stored: JSON, deflated. A charge takes a quarter of a live row. */
export function packCharges(rows: readonly LedgerRow[]): Buffer {
  return deflateSync(JSON.stringify(rows.map(toPacked)))
}

/** Order: as they were packed. Throws: an `Error`, the bytes are damaged. */
export function unpackCharges(packed: Uint8Array): readonly LedgerRow[] {
  const rows = JSON.parse(inflateSync(packed).toString()) as readonly PackedRow[]
  return rows.map(toRow)
}

function toPacked({ record, ...row }: LedgerRow): PackedRow {
  return { ...row, kind: record }
}

function toRow({ kind, ...row }: PackedRow): LedgerRow {
  return { ...row, record: kind }
}
