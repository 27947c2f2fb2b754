import {
  draftMember,
  memberExists,
  unknownMember,
  type KnownMember,
  type Member,
  type MemberLink,
  type Members,
  type NewMember,
} from '../members.ts'
import type { Sources } from '../sources.ts'
import type { Database } from './database.ts'
import {
  addPerson,
  changePerson,
  PEOPLE_SUBJECT,
  removePerson,
  replacePassword,
  type DecideChange,
  type PersonRow,
} from './people.ts'
import { requireWorkspace, type SqlWorkspaces } from './workspaces.ts'

const DOOR = 'account'

export class SqlMembers implements Members {
  private readonly database: Database
  private readonly workspaces: SqlWorkspaces
  private readonly sources: Sources

  constructor(database: Database, workspaces: SqlWorkspaces, sources: Sources) {
    this.database = database
    this.workspaces = workspaces
    this.sources = sources
  }

  async list(workspaceId: string): Promise<readonly Member[]> {
    await this.workspaces.require(workspaceId)
    const sql = 'SELECT * FROM people WHERE workspace_id = $1 ORDER BY name'
    return (await this.database.list<PersonRow>(sql, workspaceId)).map(toMember)
  }

  async find(name: string): Promise<KnownMember | null> {
    const sql = `SELECT people.* FROM people JOIN workspaces ON workspaces.id = people.workspace_id
      WHERE door = $1 AND people.name = $2 AND erased_at_ms IS NULL`
    const [row] = await this.database.list<PersonRow>(sql, DOOR, name)
    if (row === undefined) return null
    const workspace = await this.workspaces.require(row.workspace_id ?? '')
    return { ...toMember(row), passwordHash: row.password_hash, linkHash: row.link_hash, workspace }
  }

  async invite(given: NewMember): Promise<Member> {
    const member = draftMember(given, this.sources)
    const { workspaceId, link } = given
    await this.database.step(PEOPLE_SUBJECT, async (tx) => {
      await requireWorkspace(tx, workspaceId)
      const isAdded = await addPerson(tx, {
        door: DOOR,
        name: member.name,
        id: member.id,
        role: null,
        workspace_id: workspaceId,
        password_hash: null,
        link_hash: link.hash,
        link_expires_at_ms: link.expiresAtMs,
        created_at_ms: member.createdAtMs,
        generation: member.generation,
      })
      if (!isAdded) throw memberExists(given.name)
    })
    return member
  }

  reset(workspaceId: string, name: string, { hash, expiresAtMs }: MemberLink): Promise<Member> {
    return this.change(workspaceId, name, ({ generation, link_hash }) => ({
      password_hash: null,
      link_hash: hash,
      link_expires_at_ms: expiresAtMs,
      // An attempt whose answer got lost has set the link.
      generation: generation + Number(link_hash !== hash),
    }))
  }

  async choosePassword(name: string, linkHash: string, passwordHash: string, nowMs: number): Promise<boolean> {
    const member = await changePerson(this.database, DOOR, name, ({ link_hash, link_expires_at_ms, generation }) =>
      link_hash === linkHash && (link_expires_at_ms ?? 0) > nowMs
        ? { password_hash: passwordHash, link_hash: null, link_expires_at_ms: null, generation: generation + 1 }
        : null,
    )
    // Each hash has a salt of its own: a member who has this one got it here.
    return member?.password_hash === passwordHash
  }

  changePassword(name: string, presentHash: string, passwordHash: string): Promise<number | null> {
    return replacePassword(this.database, DOOR, name, presentHash, passwordHash)
  }

  async endSessions(workspaceId: string, name: string): Promise<void> {
    await this.change(workspaceId, name, ({ generation }) => ({ generation: generation + 1 }))
  }

  remove(workspaceId: string, name: string): Promise<void> {
    return removePerson(this.database, { door: DOOR, name, workspaceId }, unknownMember(name))
  }

  /** Changes a member of a workspace. Rejects: `unknown_member`. */
  private async change(workspaceId: string, name: string, decide: DecideChange): Promise<Member> {
    const row = await changePerson(this.database, DOOR, name, (member) =>
      member.workspace_id === workspaceId ? decide(member) : null,
    )
    if (row?.workspace_id !== workspaceId) throw unknownMember(name)
    return toMember(row)
  }
}

function toMember(row: PersonRow): Member {
  return {
    id: row.id,
    workspaceId: row.workspace_id ?? '',
    name: row.name,
    createdAtMs: row.created_at_ms,
    generation: row.generation,
    hasPassword: row.password_hash !== null,
    linkExpiresAtMs: row.link_expires_at_ms,
  }
}
