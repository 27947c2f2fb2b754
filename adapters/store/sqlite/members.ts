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
import type { SqliteWorkspaces } from './workspaces.ts'

interface MemberRow {
  readonly id: string
  readonly workspace_id: string
  readonly name: string
  readonly password_hash: string | null
  readonly link_hash: string | null
  readonly link_expires_at_ms: number | null
  readonly created_at_ms: number
  readonly generation: number
}

export class SqliteMembers implements Members {
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces
  private readonly sources: Sources

  constructor(database: Database, workspaces: SqliteWorkspaces, sources: Sources) {
    this.database = database
    this.workspaces = workspaces
    this.sources = sources
  }

  async list(workspaceId: string): Promise<readonly Member[]> {
    this.workspaces.require(workspaceId)
    const sql = 'SELECT * FROM members WHERE workspace_id = ? ORDER BY name'
    return this.database.list<MemberRow>(sql, workspaceId).map(toMember)
  }

  async find(name: string): Promise<KnownMember | null> {
    const sql = `SELECT m.* FROM members m JOIN workspaces w ON w.id = m.workspace_id
      WHERE m.name = ? AND w.erased_at_ms IS NULL`
    const [row] = this.database.list<MemberRow>(sql, name)
    if (row === undefined) return null
    const workspace = this.workspaces.require(row.workspace_id)
    return { ...toMember(row), passwordHash: row.password_hash, linkHash: row.link_hash, workspace }
  }

  async invite(given: NewMember): Promise<Member> {
    this.workspaces.require(given.workspaceId)
    const member = draftMember(given, this.sources)
    const added = this.database.run(
      `INSERT INTO members (id, workspace_id, name, link_hash, link_expires_at_ms, created_at_ms)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      member.id,
      member.workspaceId,
      member.name,
      given.link.hash,
      given.link.expiresAtMs,
      member.createdAtMs,
    )
    if (added === 0) throw memberExists(given.name)
    return member
  }

  async reset(workspaceId: string, name: string, { hash, expiresAtMs }: MemberLink): Promise<Member> {
    const [row] = this.database.list<MemberRow>(
      `UPDATE members SET password_hash = NULL, link_hash = ?, link_expires_at_ms = ?, generation = generation + 1
       WHERE workspace_id = ? AND name = ? RETURNING *`,
      hash,
      expiresAtMs,
      workspaceId,
      name,
    )
    if (row === undefined) throw unknownMember(name)
    return toMember(row)
  }

  async choosePassword(name: string, linkHash: string, passwordHash: string, nowMs: number): Promise<boolean> {
    const changed = this.database.run(
      `UPDATE members SET password_hash = ?, link_hash = NULL, link_expires_at_ms = NULL, generation = generation + 1
       WHERE name = ? AND link_hash = ? AND link_expires_at_ms > ?`,
      passwordHash,
      name,
      linkHash,
      nowMs,
    )
    return changed > 0
  }

  async changePassword(name: string, presentHash: string, passwordHash: string): Promise<number | null> {
    const [row] = this.database.list<MemberRow>(
      `UPDATE members SET password_hash = ?, generation = generation + 1
       WHERE name = ? AND password_hash = ? RETURNING *`,
      passwordHash,
      name,
      presentHash,
    )
    return row?.generation ?? null
  }

  async endSessions(workspaceId: string, name: string): Promise<void> {
    const sql = 'UPDATE members SET generation = generation + 1 WHERE workspace_id = ? AND name = ?'
    if (this.database.run(sql, workspaceId, name) === 0) throw unknownMember(name)
  }

  async remove(workspaceId: string, name: string): Promise<void> {
    const removed = this.database.run('DELETE FROM members WHERE workspace_id = ? AND name = ?', workspaceId, name)
    if (removed === 0) throw unknownMember(name)
  }
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    createdAtMs: row.created_at_ms,
    generation: row.generation,
    hasPassword: row.password_hash !== null,
    linkExpiresAtMs: row.link_expires_at_ms,
  }
}
