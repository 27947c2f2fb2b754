import type { Database, Reader } from '../sql/database.ts'
import { revokeSince, type Revocation } from '../sql/rights.ts'
import { StoreError } from '../store-error.ts'
import type { Store } from '../store.ts'

/** What a database has. */
interface Contents {
  readonly workspaces: ReadonlySet<string>
  /** Names by id. */
  readonly keys: ReadonlyMap<string, string>
  /** Names by id. */
  readonly people: ReadonlyMap<string, string>
  readonly watches: ReadonlySet<string>
  readonly schedules: ReadonlySet<string>
  readonly batches: ReadonlySet<string>
  readonly charges: number
  readonly credits: number
}

/** A key or a person as an operator knows it. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** What happened to a store after its backup. */
export interface ChangesSince {
  /** What was taken away, and is taken away again. */
  readonly revocations: readonly Revocation[]
  /** Those that the backup does not have. They are lost. */
  readonly newKeys: readonly Named[]
  readonly newPeople: readonly Named[]
  readonly newWorkspaces: readonly string[]
  readonly newWatches: readonly string[]
  readonly newSchedules: readonly string[]
  readonly newBatches: number
  /** Charges that the backup does not have, and their credits. */
  readonly charges: number
  readonly credits: number
}

/**
 * Compares restored data with newer data of the same store, and takes away again what was taken away since. `source`: the
 * newer data, for messages.
 *
 * Rejects: `damaged`, the newer data is of another store; `unavailable`.
 */
export async function takeChanges(
  database: Database,
  newer: Reader,
  { source, nowMs }: { readonly source: string; readonly nowMs: number },
): Promise<ChangesSince> {
  const [before, now] = [await readContents(database), await readContents(newer)]
  if (before.workspaces.size > 0 && ![...before.workspaces].some((id) => now.workspaces.has(id))) {
    throw new StoreError('damaged', `${source} has the data of another store: it has no workspace of the backup.`)
  }
  const revocations = await revokeSince(database, newer, nowMs)
  const newOnes = (of: ReadonlySet<string>, known: ReadonlySet<string>): string[] =>
    [...of].filter((id) => !known.has(id))
  const named = (of: ReadonlyMap<string, string>, known: ReadonlyMap<string, string>): Named[] =>
    [...of].flatMap(([id, name]) => (known.has(id) ? [] : [{ id, name }]))
  return {
    revocations,
    newKeys: named(now.keys, before.keys),
    newPeople: named(now.people, before.people),
    newWorkspaces: newOnes(now.workspaces, before.workspaces),
    newWatches: newOnes(now.watches, before.watches),
    newSchedules: newOnes(now.schedules, before.schedules),
    newBatches: newOnes(now.batches, before.batches).length,
    charges: now.charges - before.charges,
    credits: now.credits - before.credits,
  }
}

/** Stops batches and erases workspaces again: what takes more than a row. Rejects: as those methods. */
export async function finishRevocations(
  store: Store,
  revocations: readonly Revocation[],
  nowMs: number,
): Promise<void> {
  const idsOf = (table: string, column: string): string[] =>
    revocations.flatMap((one) => (one.table === table && one.columns.includes(column) ? [one.id] : []))
  for (const id of idsOf('batches', 'status')) await store.batches.stop(id, nowMs)
  for (const id of idsOf('workspaces', 'erased_at_ms')) {
    for (const key of await store.keys.list(id)) {
      for (const batch of await store.batches.listOpen(key.id)) await store.batches.stop(batch, nowMs)
    }
    await store.erase(id)
  }
}

async function readContents(reader: Reader): Promise<Contents> {
  const [sums] = await reader.list<{ charges: number | null; credits: number | null }>(
    'SELECT sum(charges) AS charges, sum(credits) AS credits FROM usage',
  )
  const ids = async (table: string): Promise<ReadonlySet<string>> =>
    new Set((await reader.list<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id))
  const names = async (table: string): Promise<ReadonlyMap<string, string>> =>
    new Map((await reader.list<Named>(`SELECT id, name FROM ${table}`)).map(({ id, name }) => [id, name]))
  return {
    workspaces: await ids('workspaces'),
    keys: await names('keys'),
    people: await names('people'),
    watches: await ids('watches'),
    schedules: await ids('schedules'),
    batches: await ids('batches'),
    charges: sums?.charges ?? 0,
    credits: sums?.credits ?? 0,
  }
}
