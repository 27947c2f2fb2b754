import { WATCH_RECORD_BYTES, WEBHOOK_RECORD_BYTES } from '../../../core/policy/index.ts'
import type { Batch, BatchOwner, Lease } from '../batches.ts'
import type { OwnedPage } from '../owned.ts'
import type {
  CreatedSchedule,
  NewSchedule,
  Schedule,
  ScheduleProblem,
  Schedules,
  ScheduleStep,
  ScheduleTerms,
} from '../schedules.ts'
import { BATCHES, exceedsPending, insertBatch, toBatch, type BatchRow } from './batch-rows.ts'
import { addBucketKeys, forgetBucketKeys } from './bucket-keys.ts'
import { rememberCreated } from './creation-keys.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { findEarlier, insertRow, listOwned, toOwned, toOwnedColumns, updateRow, type OwnedRow } from './owned-rows.ts'
import { addStored } from './storage.ts'
import { SqlSecretOwners } from './stored-secrets.ts'
import { requireWorkspace } from './workspaces.ts'

interface ScheduleRow extends OwnedRow {
  readonly item_count: number
  readonly terms: string
  readonly revision: number
  readonly paused: Schedule['paused']
  readonly next_run_ms: number | null
  readonly batch_id: string | null
  readonly problem: ScheduleProblem | null
  readonly stored_bytes: number
}

/** All columns but the items, which are long. */
const COLUMNS = `row_id, id, workspace_id, key_id, mode, endpoint, created_at_ms, item_count, terms, revision, paused,
  next_run_ms, batch_id, problem, sealed_secret, webhook_url, stored_bytes`

const SCHEDULES = `SELECT ${COLUMNS} FROM schedules`

/** Subject of the steps that claim schedules. */
const CLAIMS = 'schedule claims'

export class SqlSchedules extends SqlSecretOwners implements Schedules {
  constructor(database: Database) {
    super(database, 'schedules')
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

  async list(owner: BatchOwner, page: OwnedPage): Promise<readonly Schedule[] | 'unknown_schedule'> {
    const rows = await listOwned(this.database, owner, page, { table: 'schedules', select: SCHEDULES, find: findRow })
    return rows?.map(toSchedule) ?? 'unknown_schedule'
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
        `${SCHEDULES} WHERE next_run_ms <= $1 ORDER BY next_run_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
        nowMs,
        most,
      )
      const until = { next_run_ms: nowMs + leaseMs }
      await Promise.all(rows.map(({ row_id: rowId }) => updateRow(tx, 'schedules', rowId, until)))
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
}

/** Absent: null, no schedule has this id. */
async function findRow(reader: Reader, scheduleId: string): Promise<ScheduleRow | null> {
  const [row] = await reader.list<ScheduleRow>(`${SCHEDULES} WHERE id = $1`, scheduleId)
  return row ?? null
}

function toSchedule(row: ScheduleRow): Schedule {
  return {
    ...toOwned(row),
    itemCount: row.item_count,
    terms: JSON.parse(row.terms) as ScheduleTerms,
    revision: row.revision,
    paused: row.paused,
    nextRunMs: row.next_run_ms,
    batchId: row.batch_id,
    problem: row.problem,
  }
}

async function insertSchedule(
  tx: Transaction,
  schedule: NewSchedule,
): Promise<CreatedSchedule | 'idempotency_conflict' | 'refused'> {
  const earlier = await findEarlier(tx, schedule, findRow)
  if (typeof earlier === 'string') return earlier
  if (earlier !== null) return { isNew: earlier.isNew, schedule: toSchedule(earlier.row) }
  if (!schedule.mayCreate) return 'refused'
  const { workspaceId, mode, sealedKeys } = schedule
  const inputs = JSON.stringify(schedule.inputs)
  const terms = JSON.stringify(schedule.terms)
  const keyBytes = sealedKeys === null ? 0 : WEBHOOK_RECORD_BYTES
  const bytes = WATCH_RECORD_BYTES + keyBytes + Buffer.byteLength(inputs + terms)
  const columns = {
    ...toOwnedColumns(schedule),
    item_count: schedule.inputs.length,
    inputs,
    terms,
    next_run_ms: schedule.nextRunMs,
    stored_bytes: bytes,
  }
  const row = await insertRow<ScheduleRow>(tx, 'schedules', columns, COLUMNS)
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
  await updateRow(tx, 'schedules', row.row_id, {
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
