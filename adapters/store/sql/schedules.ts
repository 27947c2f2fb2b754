import type { BatchEndpoint } from '../../../core/contract/index.ts'
import { WATCH_RECORD_BYTES, WEBHOOK_RECORD_BYTES, type KeyMode } from '../../../core/policy/index.ts'
import type { Batch, BatchOwner, Lease } from '../batches.ts'
import type {
  CreatedSchedule,
  NewSchedule,
  Schedule,
  ScheduleProblem,
  Schedules,
  ScheduleStep,
  ScheduleTerms,
} from '../schedules.ts'
import type { StoredSecret } from '../stored-secrets.ts'
import { BATCHES, exceedsPending, insertBatch, toBatch, type BatchRow } from './batch-rows.ts'
import { addBucketKeys, forgetBucketKeys } from './bucket-keys.ts'
import { findCreated, rememberCreated } from './creation-keys.ts'
import type { Database, Reader, Transaction, Value } from './database.ts'
import { addStored } from './storage.ts'
import { listStoredSecrets, replaceStoredSecret } from './stored-secrets.ts'
import { requireWorkspace } from './workspaces.ts'

interface ScheduleRow {
  readonly row_id: number
  readonly id: string
  readonly workspace_id: string
  readonly key_id: string
  readonly mode: KeyMode
  readonly endpoint: BatchEndpoint
  readonly created_at_ms: number
  readonly item_count: number
  readonly terms: string
  readonly revision: number
  readonly paused: Schedule['paused']
  readonly next_run_ms: number | null
  readonly batch_id: string | null
  readonly problem: ScheduleProblem | null
  readonly sealed_secret: string
  readonly webhook_url: string | null
  readonly stored_bytes: number
}

/** All columns but the items, which are long. */
const COLUMNS = `row_id, id, workspace_id, key_id, mode, endpoint, created_at_ms, item_count, terms, revision, paused,
  next_run_ms, batch_id, problem, sealed_secret, webhook_url, stored_bytes`

/** Subject of the steps that claim schedules. */
const CLAIMS = 'schedule claims'

export class SqlSchedules implements Schedules {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  create(schedule: NewSchedule): Promise<CreatedSchedule | 'idempotency_conflict' | 'refused'> {
    return this.database.step(schedule.workspaceId, async (tx) => {
      await requireWorkspace(tx, schedule.workspaceId)
      return insertSchedule(tx, schedule)
    })
  }

  async find(scheduleId: string): Promise<Schedule | null> {
    const row = await findRow(this.database, scheduleId)
    return row === null ? null : toSchedule(row)
  }

  async list(
    { workspaceId, mode }: BatchOwner,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly Schedule[] | 'unknown_schedule'> {
    const last = after === null ? null : await findRow(this.database, after)
    if (after !== null && (last?.workspace_id !== workspaceId || last.mode !== mode)) return 'unknown_schedule'
    const rows = await this.database.list<ScheduleRow>(
      `SELECT ${COLUMNS} FROM schedules WHERE workspace_id = $1 AND mode = $2 AND (created_at_ms, row_id) < ($3, $4)
       ORDER BY created_at_ms DESC, row_id DESC LIMIT $5`,
      workspaceId,
      mode,
      last?.created_at_ms ?? Number.MAX_SAFE_INTEGER,
      last?.row_id ?? Number.MAX_SAFE_INTEGER,
      limit,
    )
    return rows.map(toSchedule)
  }

  async listInputs(scheduleId: string): Promise<readonly string[]> {
    const sql = 'SELECT inputs FROM schedules WHERE id = $1'
    const [row] = await this.database.list<{ inputs: string }>(sql, scheduleId)
    return row === undefined ? [] : (JSON.parse(row.inputs) as string[])
  }

  async listRuns(scheduleId: string, limit: number): Promise<readonly Batch[]> {
    const sql = `${BATCHES} WHERE schedule_id = $1 ORDER BY created_at_ms DESC, row_id DESC LIMIT $2`
    return (await this.database.list<BatchRow>(sql, scheduleId, limit)).map(toBatch)
  }

  claimDue(most: number, { nowMs, leaseMs }: Lease): Promise<readonly Schedule[]> {
    return this.database.step(CLAIMS, async (tx) => {
      const rows = await tx.list<ScheduleRow>(
        `SELECT ${COLUMNS} FROM schedules WHERE next_run_ms <= $1 ORDER BY next_run_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
        nowMs,
        most,
      )
      const until = { next_run_ms: nowMs + leaseMs }
      await Promise.all(rows.map(({ row_id: rowId }) => update(tx, rowId, until)))
      return rows.map((row) => toSchedule({ ...row, ...until }))
    })
  }

  async step(scheduleId: string, revision: number, step: ScheduleStep): Promise<boolean> {
    const known = await findRow(this.database, scheduleId)
    if (known === null) return false
    return this.database.step(known.workspace_id, (tx) => writeStep(tx, scheduleId, revision, step))
  }

  async remove(scheduleId: string): Promise<boolean> {
    const known = await findRow(this.database, scheduleId)
    if (known === null) return false
    let isRemoved = false
    await this.database.step(known.workspace_id, async (tx) => {
      const row = await findRow(tx, scheduleId)
      // An attempt whose answer got lost has removed it.
      if (row === null) return
      isRemoved = true
      await tx.run('DELETE FROM schedules WHERE id = $1', scheduleId)
      await forgetBucketKeys(tx, scheduleId)
      await addStored(tx, row.workspace_id, row.mode, -row.stored_bytes)
    })
    return isRemoved
  }

  listSecrets(): AsyncGenerator<StoredSecret> {
    return listStoredSecrets(this.database, 'schedules')
  }

  async replaceSecret(stored: StoredSecret, sealedSecret: string): Promise<void> {
    await this.database.step('secrets', (tx) => replaceStoredSecret(tx, 'schedules', stored, sealedSecret))
  }
}

/** Absent: null, no schedule has this id. */
async function findRow(reader: Reader, scheduleId: string): Promise<ScheduleRow | null> {
  const [row] = await reader.list<ScheduleRow>(`SELECT ${COLUMNS} FROM schedules WHERE id = $1`, scheduleId)
  return row ?? null
}

function toSchedule(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    keyId: row.key_id,
    mode: row.mode,
    endpoint: row.endpoint,
    createdAtMs: row.created_at_ms,
    itemCount: row.item_count,
    terms: JSON.parse(row.terms) as ScheduleTerms,
    revision: row.revision,
    paused: row.paused,
    nextRunMs: row.next_run_ms,
    batchId: row.batch_id,
    problem: row.problem,
    sealedSecret: row.sealed_secret,
    webhookUrl: row.webhook_url,
  }
}

async function insertSchedule(
  tx: Transaction,
  schedule: NewSchedule,
): Promise<CreatedSchedule | 'idempotency_conflict' | 'refused'> {
  // An attempt whose answer got lost has written it.
  const own = await findRow(tx, schedule.id)
  if (own !== null) return { isNew: true, schedule: toSchedule(own) }
  const created = await findCreated(tx, schedule)
  if (typeof created === 'string') return created
  const known = created === null ? null : await findRow(tx, created.id)
  if (known !== null) return { isNew: false, schedule: toSchedule(known) }
  if (!schedule.mayCreate) return 'refused'
  const { id, workspaceId, mode, sealedKeys } = schedule
  const inputs = JSON.stringify(schedule.inputs)
  const terms = JSON.stringify(schedule.terms)
  const keyBytes = sealedKeys === null ? 0 : WEBHOOK_RECORD_BYTES
  const bytes = WATCH_RECORD_BYTES + keyBytes + Buffer.byteLength(inputs + terms)
  const [row] = await tx.list<ScheduleRow>(
    `INSERT INTO schedules (id, workspace_id, key_id, mode, endpoint, created_at_ms, item_count, inputs, terms,
       next_run_ms, sealed_secret, webhook_url, stored_bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${COLUMNS}`,
    id,
    workspaceId,
    schedule.keyId,
    mode,
    schedule.endpoint,
    schedule.createdAtMs,
    schedule.inputs.length,
    inputs,
    terms,
    schedule.nextRunMs,
    schedule.sealedSecret,
    schedule.webhookUrl,
    bytes,
  )
  if (row === undefined) throw new Error(`The schedule ${id} was written, but can't be read.`)
  if (sealedKeys !== null) await addBucketKeys(tx, schedule, sealedKeys)
  await addStored(tx, workspaceId, mode, bytes)
  await rememberCreated(tx, schedule)
  return { isNew: true, schedule: toSchedule(row) }
}

async function writeStep(
  tx: Transaction,
  scheduleId: string,
  revision: number,
  { paused, keyId, nextRunMs, problem, batch }: ScheduleStep,
): Promise<boolean> {
  const row = await findRow(tx, scheduleId)
  if (row === null || row.revision !== revision) return false
  const isRefused = batch !== undefined && (await exceedsPending(tx, batch))
  await update(tx, row.row_id, {
    revision: revision + 1,
    paused,
    key_id: keyId,
    next_run_ms: nextRunMs,
    problem: isRefused ? 'pending_items_exceeded' : problem,
    batch_id: isRefused ? undefined : batch?.id,
  })
  if (batch !== undefined && !isRefused) await insertBatch(tx, batch)
  return true
}

/** Writes columns of a schedule. */
async function update(
  tx: Transaction,
  rowId: number,
  changes: Readonly<Record<string, Value | undefined>>,
): Promise<void> {
  const given = Object.entries(changes).filter((one): one is [string, Value] => one[1] !== undefined)
  const columns = given.map(([column], index) => `${column} = $${index + 2}`)
  await tx.run(
    `UPDATE schedules SET ${columns.join(', ')} WHERE row_id = $1`,
    rowId,
    ...given.map(([, value]) => value),
  )
}
