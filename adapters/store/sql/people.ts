import type { Door } from '../person-sessions.ts'
import type { StoreError } from '../store-error.ts'
import type { Database, Reader, Transaction, Value } from './database.ts'

/** Subject of steps that change people or their sessions. An erasure removes the members of its workspace in such a step. */
export const PEOPLE_SUBJECT = 'people'

/** A person who signs in: an operator or a member. */
export interface PersonRow {
  readonly door: Door
  readonly name: string
  readonly id: string
  readonly role: string | null
  readonly workspace_id: string | null
  readonly password_hash: string | null
  readonly link_hash: string | null
  readonly link_expires_at_ms: number | null
  readonly created_at_ms: number
  readonly generation: number
}

/** What changes of a person. Absent: undefined, it stays as it is. */
type PersonChange = Partial<
  Pick<PersonRow, 'role' | 'password_hash' | 'link_hash' | 'link_expires_at_ms' | 'generation'>
>

/** What decides a change of a person: null, there is none. */
export type DecideChange = (person: PersonRow) => PersonChange | null

export async function findPerson(reader: Reader, door: Door, name: string): Promise<PersonRow | null> {
  const [row] = await reader.list<PersonRow>('SELECT * FROM people WHERE door = $1 AND name = $2', door, name)
  return row ?? null
}

/** Adds a person. Returns false if another has the name at this door. */
export async function addPerson(tx: Transaction, person: PersonRow): Promise<boolean> {
  const columns = Object.entries(person) as [keyof PersonRow, Value][]
  await tx.run(
    `INSERT INTO people (${columns.map(([name]) => name).join(', ')})
     VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT (door, name) DO NOTHING`,
    ...columns.map(([, value]) => value),
  )
  return (await findPerson(tx, person.door, person.name))?.id === person.id
}

/**
 * Changes a person, as they are now. A new generation ends all sessions of the person. Returns the person after it.
 * Absent: null, nobody has this name at the door.
 */
export function changePerson(
  database: Database,
  door: Door,
  name: string,
  decide: DecideChange,
): Promise<PersonRow | null> {
  return database.step(PEOPLE_SUBJECT, async (tx) => {
    const person = await findPerson(tx, door, name)
    const change = person === null ? null : decide(person)
    if (person === null || change === null) return person
    const changed: PersonRow = { ...person, ...change }
    await tx.run(
      `UPDATE people SET role = $3, password_hash = $4, link_hash = $5, link_expires_at_ms = $6, generation = $7
       WHERE door = $1 AND name = $2`,
      door,
      name,
      changed.role,
      changed.password_hash,
      changed.link_hash,
      changed.link_expires_at_ms,
      changed.generation,
    )
    if (changed.generation !== person.generation) await endSessions(tx, door, name)
    return changed
  })
}

/**
 * Replaces a password that is still the present one, and ends all sessions. Returns the new generation.
 * Absent: null, the present password is another one, or nobody has this name.
 */
export async function replacePassword(
  database: Database,
  door: Door,
  name: string,
  presentHash: string,
  passwordHash: string,
): Promise<number | null> {
  const person = await changePerson(database, door, name, ({ password_hash, generation }) =>
    password_hash === presentHash ? { password_hash: passwordHash, generation: generation + 1 } : null,
  )
  // Each hash has a salt of its own: a person who has this one got it here.
  return person?.password_hash === passwordHash ? person.generation : null
}

/** Removes a person and their sessions. `workspaceId`: null, of an operator. Rejects: with `unknown`. */
export async function removePerson(
  database: Database,
  { door, name, workspaceId }: { readonly door: Door; readonly name: string; readonly workspaceId: string | null },
  unknown: StoreError,
): Promise<void> {
  let isRemoved = false
  await database.step(PEOPLE_SUBJECT, async (tx) => {
    const sql = 'DELETE FROM people WHERE door = $1 AND name = $2 AND workspace_id IS NOT DISTINCT FROM $3'
    const removed = await tx.run(sql, door, name, workspaceId)
    // An attempt whose answer got lost has removed the person.
    isRemoved ||= removed > 0
    if (!isRemoved) throw unknown
    await endSessions(tx, door, name)
  })
}

async function endSessions(tx: Transaction, door: Door, name: string): Promise<void> {
  await tx.run('DELETE FROM person_sessions WHERE door = $1 AND person = $2', door, name)
}
