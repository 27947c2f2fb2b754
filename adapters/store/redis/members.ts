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
import { unknownWorkspace } from '../workspaces.ts'
import type { Connection } from './connection.ts'
import { toWorkspace, type Fields } from './fields.ts'
import { loadScript } from './script.ts'
import type { RedisWorkspaces } from './workspaces.ts'

const INVITE_MEMBER = loadScript('invite-member')
const UPDATE_MEMBER = loadScript('update-member')
const CHOOSE_PASSWORD = loadScript('choose-password')
const CHANGE_PASSWORD = loadScript('change-password')
const REMOVE_MEMBER = loadScript('remove-member')

export class RedisMembers implements Members {
  private readonly connection: Connection
  private readonly workspaces: RedisWorkspaces
  private readonly sources: Sources

  constructor(connection: Connection, workspaces: RedisWorkspaces, sources: Sources) {
    this.connection = connection
    this.workspaces = workspaces
    this.sources = sources
  }

  async list(workspaceId: string): Promise<readonly Member[]> {
    await this.workspaces.require(workspaceId)
    const own = this.connection.name('workspace', workspaceId, 'members')
    const names = await this.connection.ask((redis) => redis.smembers(own))
    const sorted = names.toSorted((a, b) => (a < b ? -1 : 1))
    const hashes = await this.connection.readHashes(sorted.map((name) => this.connection.name('member', name)))
    return hashes.filter((fields) => fields['workspace_id'] === workspaceId).map(toMember)
  }

  async find(name: string): Promise<KnownMember | null> {
    const [fields = {}] = await this.connection.readHashes([this.connection.name('member', name)])
    if (fields['id'] === undefined) return null
    const member = toMember(fields)
    const [own] = await this.connection.readHashes([this.connection.name('workspace', member.workspaceId)])
    if (own?.['id'] === undefined || own['erased_at_ms'] !== undefined) return null
    const { password_hash: password = '', link_hash: link = '' } = fields
    const secrets = { passwordHash: password === '' ? null : password, linkHash: link === '' ? null : link }
    return { ...member, ...secrets, workspace: toWorkspace(own) }
  }

  async invite(given: NewMember): Promise<Member> {
    const member = draftMember(given, this.sources)
    const { id, workspaceId, name, createdAtMs, generation } = member
    const args = [workspaceId, name, id, given.link.hash, given.link.expiresAtMs, createdAtMs, generation]
    const known = await this.connection.run<string>(INVITE_MEMBER, args)
    if (known === 'unknown_workspace') throw unknownWorkspace(workspaceId)
    if (known !== 'ok') throw memberExists(name)
    return member
  }

  async reset(workspaceId: string, name: string, { hash, expiresAtMs }: MemberLink): Promise<Member> {
    await this.update(workspaceId, name, [hash, expiresAtMs])
    const found = await this.find(name)
    if (found === null) throw unknownMember(name)
    const { passwordHash: _, linkHash: __, workspace: ___, ...member } = found
    return member
  }

  async choosePassword(name: string, linkHash: string, passwordHash: string, nowMs: number): Promise<boolean> {
    return (await this.connection.run<number>(CHOOSE_PASSWORD, [name, linkHash, passwordHash, nowMs])) === 1
  }

  async changePassword(name: string, presentHash: string, passwordHash: string): Promise<number | null> {
    const generation = await this.connection.run<number>(CHANGE_PASSWORD, [name, presentHash, passwordHash])
    return generation < 0 ? null : generation
  }

  endSessions(workspaceId: string, name: string): Promise<void> {
    return this.update(workspaceId, name, ['', ''])
  }

  async remove(workspaceId: string, name: string): Promise<void> {
    const removed = await this.connection.run<number>(REMOVE_MEMBER, [workspaceId, name])
    if (removed === 0) throw unknownMember(name)
  }

  private async update(workspaceId: string, name: string, link: readonly (string | number)[]): Promise<void> {
    const known = await this.connection.run<number>(UPDATE_MEMBER, [workspaceId, name, ...link])
    if (known === 0) throw unknownMember(name)
  }
}

function toMember(fields: Fields): Member {
  const expires = fields['link_expires_at_ms'] ?? ''
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    name: fields['name'] ?? '',
    createdAtMs: Number(fields['created_at_ms']),
    generation: Number(fields['generation']),
    hasPassword: (fields['password_hash'] ?? '') !== '',
    linkExpiresAtMs: expires === '' ? null : Number(expires),
  }
}
