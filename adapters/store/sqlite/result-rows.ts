import { RESULT_BYTES_PER_READ } from '../batches.ts'
import { unpackResult } from '../packed-result.ts'
import type { Database } from './database.ts'

/** Results whose sizes are read at the same time. */
const SIZES_PER_READ = 200

interface StoredResult {
  readonly json: string
  readonly deflated: Uint8Array | null
}

/** Writes a result, inside a transaction. `packed`: as `packResult` gives it. */
export function insertResult(
  database: Database,
  { batch, sequence, item }: { readonly batch: number; readonly sequence: number; readonly item: number },
  packed: Buffer,
): void {
  const isJson = packed[0] === OPEN_BRACE
  database.run(
    'INSERT INTO results (batch, sequence, item, json, deflated) VALUES (?, ?, ?, ?, ?)',
    batch,
    sequence,
    item,
    isJson ? packed.toString() : '',
    isJson ? null : packed,
  )
}

/** First byte of a result that is not deflated. */
const OPEN_BRACE = 0x7b

/** Results of a batch as JSON, from one sequence number to another, read by bytes. */
export async function* readResults(database: Database, batch: number, from: number, end: number) {
  for (let next = from; next < end;) {
    const upTo = findEnd(database, batch, next, Math.min(end, next + SIZES_PER_READ))
    const results = database.list<StoredResult>(
      'SELECT json, deflated FROM results WHERE batch = ? AND sequence >= ? AND sequence < ? ORDER BY sequence',
      batch,
      next,
      upTo,
    )
    for (const { json, deflated } of results) yield deflated === null ? json : await unpackResult(deflated)
    next = upTo
  }
}

/** End of the results that are read next: those that begin within `RESULT_BYTES_PER_READ`. */
function findEnd(database: Database, batch: number, from: number, end: number): number {
  const sizes = database.list<{ bytes: number }>(
    `SELECT octet_length(json) + coalesce(length(deflated), 0) AS bytes FROM results
     WHERE batch = ? AND sequence >= ? AND sequence < ? ORDER BY sequence`,
    batch,
    from,
    end,
  )
  let total = 0
  const count = sizes.findIndex(({ bytes }) => (total += bytes) >= RESULT_BYTES_PER_READ)
  return count === -1 ? end : from + count + 1
}
