import type { WatchControl } from '../../../core/index.ts'
import type { Database, Reader, Transaction, Value } from './database.ts'
import { KEYS_TOPIC } from './keys.ts'
import { stopEvents } from './watch-events.ts'
import { WORKSPACES_TOPIC } from './workspaces.ts'

type Row = Readonly<Record<string, Value>>

/** Rows that let somebody do something, or let the service do it for somebody. It can be taken away, and an older backup gives it back. */
interface Right {
  /** Columns that are read, `name` among them: what names a row for a person. */
  readonly read: string
  /** Condition of rows that give something. Default: all do. */
  readonly where?: string
  /** Columns that are as in newer data, when they differ. */
  readonly columns: readonly string[]
  /** More columns that change. Default: there are no more. */
  readonly take?: (before: Row, now: Row, nowMs: number) => Row
  /** Ends a row that newer data does not have. Default: such rows always stay. */
  readonly remove?: (tx: Transaction, row: Row) => Promise<unknown>
  /** Columns of a row when nobody knows what was taken away since. Default: it stays as it is. */
  readonly end?: (row: Row, nowMs: number) => Row
}

/** A schedule that is paused. */
const STOPPED = { paused: 'caller', next_run_ms: null }

/** Tables of rights, in the order in which they are compared. A new table belongs here, or in `NO_RIGHTS`: a test asks for it. */
export const RIGHTS: Readonly<Record<string, Right>> = {
  workspaces: {
    read: 'id, name, plan, pay_as_you_go, spending_cap, overrides, events_url, events_secret, erased_at_ms',
    columns: ['plan', 'pay_as_you_go', 'spending_cap', 'overrides', 'events_url', 'events_secret', 'erased_at_ms'],
  },
  keys: {
    read: 'id, name, allowed_addresses, scopes, expires_at_ms, revoked_at_ms',
    columns: ['allowed_addresses', 'scopes', 'expires_at_ms', 'revoked_at_ms'],
    // The successor of a key that was rotated is lost.
    take: (before, now, nowMs) =>
      now['revoked_at_ms'] === null && endOf(now) < endOf(before) ? { revoked_at_ms: nowMs } : {},
    remove: (tx, { id }) => tx.run('UPDATE keys SET revoked_at_ms = created_at_ms WHERE id = $1', id ?? null),
    end: ({ revoked_at_ms }, nowMs) => ({ revoked_at_ms: revoked_at_ms ?? nowMs }),
  },
  people: {
    read: 'id, name, role, password_hash, link_hash, link_expires_at_ms',
    columns: ['role', 'password_hash', 'link_hash', 'link_expires_at_ms'],
    remove: (tx, { id }) => tx.run('DELETE FROM people WHERE id = $1', id ?? null),
    end: () => ({ password_hash: null, link_hash: null, link_expires_at_ms: null }),
  },
  watches: {
    read: 'id, row_id, endpoint AS name, terms, sealed_secret, webhook_url, control, next_run_ms',
    where: 'is_removed = 0',
    columns: ['terms', 'sealed_secret', 'webhook_url'],
    take: (before, now) => (isPaused(now) && !isPaused(before) ? pause(before) : {}),
    remove: async (tx, { id, row_id }) => {
      await tx.run('UPDATE watches SET is_removed = 1, next_run_ms = NULL, batch_id = NULL WHERE id = $1', id ?? null)
      await stopEvents(tx, Number(row_id))
    },
    end: pause,
  },
  schedules: {
    read: 'id, endpoint AS name, terms, sealed_secret, webhook_url, paused, next_run_ms',
    columns: ['terms', 'sealed_secret', 'webhook_url'],
    take: (before, now) => (now['paused'] === 'caller' && before['paused'] !== 'caller' ? STOPPED : {}),
    remove: (tx, { id }) => tx.run('DELETE FROM schedules WHERE id = $1', id ?? null),
    end: () => STOPPED,
  },
  bucket_keys: {
    read: "id, '' AS name, sealed_secret",
    columns: ['sealed_secret'],
    remove: (tx, { id }) => tx.run('DELETE FROM bucket_keys WHERE id = $1', id ?? null),
  },
  batches: {
    read: 'id, endpoint AS name, status, completed_at_ms',
    columns: [],
    take: (before, now) => (isStopped(before, now) ? { status: 'failed' } : {}),
  },
}

/** Tables without rights, and why a restore may bring their rows back. */
export const NO_RIGHTS: Readonly<Record<string, string>> = {
  person_sessions: 'a restore ends all of them',
  settings: 'of the service',
  migrations: 'of the service',
  processes: 'those of another time are dead',
  runs: 'times of runs',
  lanes: 'order of batches',
  items: 'of batches',
  results: 'of batches',
  batch_references: 'of batches',
  watch_items: 'of watches',
  watch_looks: 'of watches',
  watch_points: 'of watches',
  watch_records: 'of watches',
  watch_events: 'of watches',
  watch_drift: 'has no workspaces',
  outbox: 'what is sent, once more; nothing to a watch that was removed',
  attempts: 'of batches',
  ledger: 'the books',
  voids: 'the books',
  unanswered: 'the books',
  closed_charges: 'the books',
  usage: 'the books',
  accounts: 'the books',
  reservations: 'end with their processes',
  reference_usage: 'sums',
  storage: 'sums',
  statistics: 'counts',
  statistics_entries: 'counts',
  request_keys: 'answers of a day',
  creation_keys: 'ids of a day',
  request_log: 'what was asked',
  audit: 'what was done',
  audit_outcomes: 'what was done',
}

/** A right of a backup that newer data does not have, or has in another form. */
export interface Revocation {
  /** Of `RIGHTS`. */
  readonly table: string
  readonly id: string
  readonly name: string
  /** Columns that differ. Empty: newer data does not have it. */
  readonly columns: readonly string[]
}

/** Column of workspaces that were erased. */
const ERASED = 'erased_at_ms'

/** Whether something takes more than its row, and who calls must do it: the erasure of a workspace, and the end of a batch. */
function takesMore(table: string, values: Row): boolean {
  return table === 'batches' || ERASED in values
}

/**
 * Makes the rights of a restored database those of newer data, and gives those that it has changed. Rights that only newer
 * data has stay unknown. Workspaces that were erased since, and batches that were stopped, are given, and stay as they are.
 */
export function revokeSince(database: Database, newer: Reader, nowMs: number): Promise<readonly Revocation[]> {
  return changeRights(database, async (tx, table, right) => {
    const now = new Map((await listRows(newer, table, right)).map((row) => [row['id'], row]))
    const revocations: Revocation[] = []
    for (const row of await listRows(tx, table, right)) {
      const later = now.get(row['id'])
      const values = later === undefined ? {} : differences(right, row, later, nowMs)
      const columns = Object.keys(values)
      if (later === undefined ? right.remove === undefined : columns.length === 0) continue
      revocations.push({ table, id: String(row['id']), name: String(row['name']), columns })
      if (later === undefined) await right.remove?.(tx, row)
      else if (!takesMore(table, values)) await write(tx, table, row, values)
    }
    return revocations
  })
}

/** Ends all keys, passwords and links, and pauses all watches and schedules, because nobody knows which were revoked. Gives those that it has ended. */
export function revokeAll(database: Database, nowMs: number): Promise<readonly Revocation[]> {
  return changeRights(database, async (tx, table, right) => {
    const revocations: Revocation[] = []
    for (const row of await listRows(tx, table, right)) {
      const values = Object.entries(right.end?.(row, nowMs) ?? {}).filter(([column, value]) => row[column] !== value)
      if (values.length === 0) continue
      const columns = values.map(([column]) => column)
      revocations.push({ table, id: String(row['id']), name: String(row['name']), columns })
      await write(tx, table, row, Object.fromEntries(values))
    }
    return revocations
  })
}

/** Ends all sessions of people, because nobody knows which of them have ended. */
export async function endSessions(database: Database): Promise<void> {
  await database.step('rights', (tx) => tx.run('DELETE FROM person_sessions'))
}

/** Changes the rights of all tables, in one step. */
function changeRights(
  database: Database,
  change: (tx: Transaction, table: string, right: Right) => Promise<readonly Revocation[]>,
): Promise<readonly Revocation[]> {
  return database.step('rights', async (tx) => {
    const revocations: Revocation[] = []
    for (const [table, right] of Object.entries(RIGHTS)) revocations.push(...(await change(tx, table, right)))
    await Promise.all([tx.announce(WORKSPACES_TOPIC), tx.announce(KEYS_TOPIC)])
    return revocations
  })
}

function listRows(reader: Reader, table: string, { read, where = '1 = 1' }: Right): Promise<Row[]> {
  return reader.list<Row>(`SELECT ${read} FROM ${table} WHERE ${where} ORDER BY id`)
}

/** Rights that work, by what could have taken them away. */
export interface WorkingRights {
  readonly keys: number
  readonly passwords: number
  readonly links: number
  readonly watches: number
  readonly schedules: number
}

/** Counts the rights that work. */
export async function countWorking(reader: Reader, nowMs: number): Promise<WorkingRights> {
  const count = async (from: string, ...values: Value[]): Promise<number> =>
    (await reader.list<{ count: number }>(`SELECT count(*) AS count FROM ${from}`, ...values))[0]?.count ?? 0
  const watches = await listRows(reader, 'watches', RIGHTS['watches'] as Right)
  return {
    keys: await count('keys WHERE revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $1)', nowMs),
    passwords: await count('people WHERE password_hash IS NOT NULL'),
    links: await count('people WHERE link_hash IS NOT NULL AND link_expires_at_ms > $1', nowMs),
    watches: watches.filter((row) => !isPaused(row)).length,
    schedules: await count('schedules WHERE paused IS NULL'),
  }
}

function differences(right: Right, before: Row, now: Row, nowMs: number): Row {
  const changed = right.columns.filter((column) => before[column] !== now[column])
  // An erasure empties the other columns.
  if (changed.includes(ERASED)) return { [ERASED]: now[ERASED] ?? null }
  return {
    ...Object.fromEntries(changed.map((column) => [column, now[column] ?? null])),
    ...right.take?.(before, now, nowMs),
  }
}

async function write(tx: Transaction, table: string, { id = null }: Row, values: Row): Promise<void> {
  const names = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await tx.run(`UPDATE ${table} SET ${names.join(', ')} WHERE id = $1`, id, ...Object.values(values))
}

/** Time from which a key can't be used, unless it is revoked. */
function endOf({ expires_at_ms }: Row): number {
  return Number(expires_at_ms ?? Infinity)
}

function controlOf(row: Row): WatchControl {
  return JSON.parse(String(row['control'])) as WatchControl
}

function isPaused(row: Row): boolean {
  return controlOf(row).paused === 'caller'
}

function pause(row: Row): Row {
  return { control: JSON.stringify({ ...controlOf(row), paused: 'caller' }), next_run_ms: null }
}

function isStopped(before: Row, now: Row): boolean {
  return before['completed_at_ms'] === null && now['status'] === 'failed'
}
