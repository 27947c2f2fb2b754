import {
  personExists,
  unknownPerson,
  type Door,
  type KnownPerson,
  type NewPerson,
  type PasswordProof,
  type People,
  type Person,
  type PersonChange,
  type Role,
} from '../people.ts'
import { firstGeneration, randomCharacters, type Sources } from '../sources.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { requireWorkspace, type SqlWorkspaces } from './workspaces.ts'

/** Subject of steps that change people or their sessions. An erasure removes the members of its workspace in such a step. */
export const PEOPLE_SUBJECT = 'people'

interface PersonRow {
  readonly door: Door
  readonly name: string
  readonly id: string
  readonly role: Role | null
  readonly workspace_id: string | null
  readonly password_hash: string | null
  readonly link_hash: string | null
  readonly link_expires_at_ms: number | null
  readonly created_at_ms: number
  readonly generation: number
}

/** What changes of a person. Absent: undefined, it stays as it is. */
type RowChange = Partial<Pick<PersonRow, 'role' | 'password_hash' | 'link_hash' | 'link_expires_at_ms' | 'generation'>>

export class SqlPeople implements People {
  private readonly database: Database
  private readonly workspaces: SqlWorkspaces
  private readonly sources: Sources

  constructor(database: Database, workspaces: SqlWorkspaces, sources: Sources) {
    this.database = database
    this.workspaces = workspaces
    this.sources = sources
  }

  async list(workspaceId: string | null): Promise<readonly Person[]> {
    if (workspaceId !== null) await this.workspaces.require(workspaceId)
    const [column, value] = workspaceId === null ? ['door', doorOf(null)] : ['workspace_id', workspaceId]
    const sql = `SELECT * FROM people WHERE ${column} = $1 ORDER BY name`
    return (await this.database.list<PersonRow>(sql, value)).map(toPerson)
  }

  async find(door: Door, name: string): Promise<KnownPerson | null> {
    const sql = `SELECT people.* FROM people LEFT JOIN workspaces ON workspaces.id = people.workspace_id
      WHERE door = $1 AND people.name = $2 AND erased_at_ms IS NULL`
    const [row] = await this.database.list<PersonRow>(sql, door, name)
    if (row === undefined) return null
    const workspace = row.workspace_id === null ? null : await this.workspaces.require(row.workspace_id)
    return { ...toPerson(row), passwordHash: row.password_hash, linkHash: row.link_hash, workspace }
  }

  async add(given: NewPerson): Promise<Person> {
    const row = this.draft(given)
    await this.database.step(PEOPLE_SUBJECT, async (tx) => {
      if (row.workspace_id !== null) await requireWorkspace(tx, row.workspace_id)
      const columns = Object.entries(row)
      await tx.run(
        `INSERT INTO people (${columns.map(([name]) => name).join(', ')})
         VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT (door, name) DO NOTHING`,
        ...columns.map(([, value]) => value),
      )
      // An attempt whose answer got lost has added the same id.
      if ((await findRow(tx, row.door, row.name))?.id !== row.id) throw personExists(given)
    })
    return toPerson(row)
  }

  async update(workspaceId: string | null, name: string, change: PersonChange): Promise<Person> {
    const row = await this.change(doorOf(workspaceId), name, (person) =>
      person.workspace_id === workspaceId ? toRowChange(person, change) : null,
    )
    if (row?.workspace_id !== workspaceId) throw unknownPerson(workspaceId, name)
    return toPerson(row)
  }

  async setPassword(door: Door, name: string, proof: PasswordProof, passwordHash: string): Promise<number | null> {
    const person = await this.change(door, name, (found) =>
      isProven(found, proof)
        ? {
            password_hash: passwordHash,
            link_hash: null,
            link_expires_at_ms: null,
            generation: found.generation + 1,
          }
        : null,
    )
    // Each hash has a salt of its own: a person who has this one got it here.
    return person?.password_hash === passwordHash ? person.generation : null
  }

  async remove(workspaceId: string | null, name: string): Promise<void> {
    const door = doorOf(workspaceId)
    let isRemoved = false
    await this.database.step(PEOPLE_SUBJECT, async (tx) => {
      const sql = 'DELETE FROM people WHERE door = $1 AND name = $2 AND workspace_id IS NOT DISTINCT FROM $3'
      const removed = await tx.run(sql, door, name, workspaceId)
      // An attempt whose answer got lost has removed the person.
      isRemoved ||= removed > 0
      if (!isRemoved) throw unknownPerson(workspaceId, name)
      await endSessions(tx, door, name)
    })
  }

  /** A person with a random id, not yet written. */
  private draft(person: NewPerson): PersonRow {
    const { epochMs, randomBytes } = this.sources
    const { workspaceId, name } = person
    return {
      door: doorOf(workspaceId),
      name,
      id: `${workspaceId === null ? 'op' : 'mem'}_${randomCharacters(16, randomBytes)}`,
      role: 'role' in person ? person.role : null,
      workspace_id: workspaceId,
      password_hash: 'passwordHash' in person ? person.passwordHash : null,
      link_hash: 'link' in person ? person.link.hash : null,
      link_expires_at_ms: 'link' in person ? person.link.expiresAtMs : null,
      created_at_ms: epochMs(),
      generation: firstGeneration(),
    }
  }

  /**
   * Changes a person, as they are now. A new generation ends all sessions of the person. Returns the person after it.
   * `decide`: gives null, nothing changes. Absent: null, nobody has this name at the door.
   */
  private change(door: Door, name: string, decide: (person: PersonRow) => RowChange | null): Promise<PersonRow | null> {
    return this.database.step(PEOPLE_SUBJECT, async (tx) => {
      const person = await findRow(tx, door, name)
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
}

const doorOf = (workspaceId: string | null): Door => (workspaceId === null ? 'dashboard' : 'account')

function isProven({ link_hash, link_expires_at_ms, password_hash }: PersonRow, proof: PasswordProof): boolean {
  if ('presentHash' in proof) return password_hash === proof.presentHash
  return link_hash === proof.linkHash && (link_expires_at_ms ?? 0) > proof.nowMs
}

function toRowChange(person: PersonRow, { role, passwordHash, link, endsSessions = false }: PersonChange): RowChange {
  // An attempt whose answer got lost has set the password or the link.
  const isNew =
    (passwordHash !== undefined && passwordHash !== person.password_hash) ||
    (link !== undefined && link.hash !== person.link_hash)
  return {
    ...(role === undefined ? {} : { role }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(link === undefined ? {} : { password_hash: null, link_hash: link.hash, link_expires_at_ms: link.expiresAtMs }),
    generation: person.generation + Number(isNew || endsSessions),
  }
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    role: row.role,
    createdAtMs: row.created_at_ms,
    generation: row.generation,
    hasPassword: row.password_hash !== null,
    linkExpiresAtMs: row.link_expires_at_ms,
  }
}

async function findRow(reader: Reader, door: Door, name: string): Promise<PersonRow | null> {
  const [row] = await reader.list<PersonRow>('SELECT * FROM people WHERE door = $1 AND name = $2', door, name)
  return row ?? null
}

async function endSessions(tx: Transaction, door: Door, name: string): Promise<void> {
  await tx.run('DELETE FROM person_sessions WHERE door = $1 AND person = $2', door, name)
}
