import type { BatchEndpoint } from '../../../core/contract/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { BatchOwner } from '../batches.ts'
import type { Owned, OwnedPage } from '../owned.ts'
import { findCreated, type Creation } from './creation-keys.ts'
import type { Reader, Transaction, Value } from './database.ts'

/** Columns that batches, schedules and watches have. */
export interface OwnedRow {
  /** Row id, which other tables refer to. */
  readonly row_id: number
  readonly id: string
  readonly workspace_id: string
  readonly key_id: string
  readonly mode: KeyMode
  readonly endpoint: BatchEndpoint
  readonly created_at_ms: number
  readonly sealed_secret: string
  readonly webhook_url: string | null
}

type Columns = Readonly<Record<string, Value | undefined>>

/** Finds a row by its id. Absent: null, no row has it. */
type FindRow<Row> = (reader: Reader, id: string) => Promise<Row | null>

export function toOwned(row: OwnedRow): Owned {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    mode: row.mode,
    endpoint: row.endpoint,
    createdAtMs: row.created_at_ms,
    sealedSecret: row.sealed_secret,
    webhookUrl: row.webhook_url,
  }
}

/** The columns of what is created. */
export function toOwnedColumns(owned: Owned): Omit<OwnedRow, 'row_id'> {
  return {
    id: owned.id,
    workspace_id: owned.workspaceId,
    key_id: owned.keyId,
    mode: owned.mode,
    endpoint: owned.endpoint,
    created_at_ms: owned.createdAtMs,
    sealed_secret: owned.sealedSecret,
    webhook_url: owned.webhookUrl,
  }
}

interface Listed<Row> {
  readonly table: 'batches' | 'schedules' | 'watches'
  /** Default: all columns of the table. */
  readonly select?: string
  /** SQL, with values from `$6` on. Default: all rows are listed. */
  readonly condition?: string
  readonly values?: readonly Value[]
  readonly find: FindRow<Row>
}

/** Rows of an owner. Order: newest first. Absent: null, no row of theirs has the id `after`. */
export async function listOwned<Row extends OwnedRow>(
  reader: Reader,
  { workspaceId, mode }: BatchOwner,
  { after, limit }: OwnedPage,
  { table, select = `SELECT * FROM ${table}`, condition = 'TRUE', values = [], find }: Listed<Row>,
): Promise<readonly Row[] | null> {
  const last = after === null ? null : await find(reader, after)
  if (after !== null && (last?.workspace_id !== workspaceId || last.mode !== mode)) return null
  return reader.list<Row>(
    `${select} WHERE ${table}.workspace_id = $1 AND ${table}.mode = $2 AND (created_at_ms, row_id) < ($3, $4)
       AND ${condition} ORDER BY created_at_ms DESC, row_id DESC LIMIT $5`,
    workspaceId,
    mode,
    last?.created_at_ms ?? Number.MAX_SAFE_INTEGER,
    last?.row_id ?? Number.MAX_SAFE_INTEGER,
    limit,
    ...values,
  )
}

/** What was created before: by an attempt whose answer got lost, or with the idempotency key. Absent: null, nothing. */
export async function findEarlier<Row>(
  tx: Transaction,
  creation: Creation,
  find: FindRow<Row>,
): Promise<{ readonly isNew: boolean; readonly row: Row } | 'idempotency_conflict' | null> {
  const own = await find(tx, creation.id)
  if (own !== null) return { isNew: true, row: own }
  const created = await findCreated(tx, creation)
  if (created === null || typeof created === 'string') return created
  const row = await find(tx, created.id)
  return row === null ? null : { isNew: false, row }
}

/** Writes a row. Returns columns of it. */
export async function insertRow<Row>(tx: Transaction, table: string, given: Columns, returned = '*'): Promise<Row> {
  const [columns, values] = toLists(given)
  const places = values.map((_, index) => `$${index + 1}`)
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${returned}`
  const [row] = await tx.list<Row>(sql, ...values)
  if (row === undefined) throw new Error(`A row of ${table} was written, but can't be read.`)
  return row
}

/** Writes columns of a row. Those that are undefined stay as they are. */
export async function updateRow(tx: Transaction, table: string, rowId: number, changes: Columns): Promise<void> {
  const [columns, values] = toLists(changes)
  const set = columns.map((column, index) => `${column} = $${index + 2}`)
  await tx.run(`UPDATE ${table} SET ${set.join(', ')} WHERE row_id = $1`, rowId, ...values)
}

function toLists(columns: Columns): readonly [readonly string[], readonly Value[]] {
  const given = Object.entries(columns).filter((one): one is [string, Value] => one[1] !== undefined)
  return [given.map(([column]) => column), given.map(([, value]) => value)]
}
