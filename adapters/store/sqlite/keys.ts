import { timingSafeEqual } from 'node:crypto'
import { MAX_ACTIVE_KEYS, parseKey, type KeyMode, type KeyScope } from '../../../core/policy/index.ts'
import {
  draftKey,
  findPepper,
  hashKey,
  hashPepper,
  hashPeppers,
  isActive,
  keyRevoked,
  pepperMismatch,
  requireAddressLists,
  successorOf,
  tooManyKeys,
  unknownKey,
  type Caller,
  type CreatedKey,
  type Key,
  type Keys,
  type KeySources,
  type NewKey,
  type RotationOptions,
} from '../keys.ts'
import { LastUses } from '../last-uses.ts'
import { Cache, type Database } from './database.ts'
import { ERASED_PREFIX } from './erase-workspace.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

interface KeyRow {
  readonly id: string
  readonly workspace_id: string
  readonly kind: KeyMode
  readonly prefix: string
  readonly hash: Uint8Array
  /** Hash of the pepper of `hash`. */
  readonly pepper: Uint8Array
  readonly name: string
  /** JSON. */
  readonly allowed_addresses: string
  /** JSON. */
  readonly scopes: string
  readonly created_at_ms: number
  readonly expires_at_ms: number | null
  readonly last_used_at_ms: number | null
  readonly revoked_at_ms: number | null
}

const NOT_ERASED = `prefix NOT LIKE '${ERASED_PREFIX}%'`
const COLUMNS = `id, workspace_id, kind, prefix, hash, pepper, name, allowed_addresses, scopes, created_at_ms, expires_at_ms,
  last_used_at_ms, revoked_at_ms`

export class SqliteKeys implements Keys {
  /** By prefix. */
  private readonly cache = new Cache<KeyRow>()
  private readonly uses = new LastUses()
  private readonly database: Database
  private readonly commits: GroupCommit
  private readonly workspaces: SqliteWorkspaces
  private readonly sources: KeySources
  private readonly pepperHash: Buffer

  /** Throws: `pepper_mismatch`. */
  constructor(database: Database, workspaces: SqliteWorkspaces, commits: GroupCommit, sources: KeySources) {
    this.database = database
    this.commits = commits
    this.workspaces = workspaces
    this.sources = sources
    this.pepperHash = hashPepper(sources.pepper)
    requireKnownPepper(database, hashPeppers(sources))
  }

  async create(workspaceId: string, key: NewKey): Promise<CreatedKey> {
    requireAddressLists(this.workspaces.require(workspaceId), key.allowedAddresses)
    return this.database.transaction(() => this.insert(workspaceId, key))
  }

  async list(workspaceId: string): Promise<Key[]> {
    this.workspaces.require(workspaceId)
    const rows = this.database.list<KeyRow>(
      `SELECT ${COLUMNS} FROM keys WHERE workspace_id = ? ORDER BY place`,
      workspaceId,
    )
    return rows.map((row) => this.toKey(row))
  }

  async find(id: string): Promise<Key | null> {
    const [row] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = ? AND ${NOT_ERASED}`, id)
    return row === undefined ? null : this.toKey(row)
  }

  async restrict(id: string, allowedAddresses: readonly string[]): Promise<Key> {
    const restricted = this.database.transaction(() => {
      const [row] = this.database.list<KeyRow>(
        `UPDATE keys SET allowed_addresses = ? WHERE id = ? AND ${NOT_ERASED} RETURNING ${COLUMNS}`,
        JSON.stringify(allowedAddresses),
        id,
      )
      if (row === undefined) throw unknownKey(id)
      requireAddressLists(this.workspaces.require(row.workspace_id), allowedAddresses)
      return this.toKey(row)
    })
    this.cache.clear()
    return restricted
  }

  async revoke(id: string): Promise<Key> {
    const [row] = this.database.list<KeyRow>(
      `UPDATE keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ? AND ${NOT_ERASED} RETURNING ${COLUMNS}`,
      this.sources.epochMs(),
      id,
    )
    this.cache.clear()
    if (row === undefined) throw unknownKey(id)
    return this.toKey(row)
  }

  async rotate(id: string, options: RotationOptions = {}): Promise<CreatedKey> {
    const { graceMs = 0 } = options
    const nowMs = this.sources.epochMs()
    const created = this.database.transaction(() => {
      const [old] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = ? AND ${NOT_ERASED}`, id)
      if (old === undefined) throw unknownKey(id)
      if (!isActive(this.toKey(old), nowMs)) throw keyRevoked(id)
      const end = graceMs > 0 ? 'expires_at_ms = min(coalesce(expires_at_ms, ?1), ?1)' : 'revoked_at_ms = ?1'
      this.database.run(`UPDATE keys SET ${end} WHERE id = ?2`, nowMs + graceMs, id)
      return this.insert(old.workspace_id, successorOf(this.toKey(old), options))
    })
    this.cache.clear()
    return created
  }

  async authenticate(
    fullKey: string,
    isUse: (caller: Caller) => boolean = () => true,
    onEnded: (key: Key) => void = () => undefined,
  ): Promise<Caller | 'unauthorized' | 'revoked'> {
    const parsed = parseKey(fullKey)
    if (parsed === null) return 'unauthorized'
    const { prefix } = parsed
    const row = this.cache.get(prefix, () => {
      const [found] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE prefix = ?`, prefix)
      return found ?? null
    })
    const pepper = row === null ? null : findPepper(fullKey, row.hash, this.sources)
    if (row === null || pepper === null) return 'unauthorized'
    const nowMs = this.sources.epochMs()
    const key = this.toKey(row)
    if (!isActive(key, nowMs)) {
      onEnded(key)
      return 'revoked'
    }
    const { id: keyId, mode, allowedAddresses, scopes } = key
    const workspace = this.workspaces.require(row.workspace_id)
    const caller = { mode, keyId, prefix, allowedAddresses, scopes, workspace }
    if (isUse(caller) && this.uses.isDue(keyId, nowMs)) {
      this.recordUse(keyId, nowMs)
      if (pepper === 'old') this.rehash(fullKey, row)
    }
    return caller
  }

  /** Forgets what it has read. */
  forget(): void {
    this.cache.clear()
  }

  async adoptPepper(): Promise<number> {
    this.database.run(`UPDATE settings SET value = ? WHERE name = 'pepper_check'`, this.pepperHash)
    const [left] = this.database.list<{ count: number }>(
      `SELECT count(*) AS count FROM keys
       WHERE pepper IS NOT ? AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)`,
      this.pepperHash,
      this.sources.epochMs(),
    )
    return left?.count ?? 0
  }

  private toKey(row: KeyRow): Key {
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      mode: row.kind,
      prefix: row.prefix,
      name: row.name,
      allowedAddresses: JSON.parse(row.allowed_addresses) as string[],
      scopes: JSON.parse(row.scopes) as KeyScope[],
      createdAtMs: row.created_at_ms,
      expiresAtMs: row.expires_at_ms,
      lastUsedAtMs: row.last_used_at_ms,
      revokedAtMs: row.revoked_at_ms,
      hasOldPepper: !this.pepperHash.equals(row.pepper),
    }
  }

  /** Writes the last use of a key, with other writes. If the store can't write now, the use is not recorded: it must not refuse the request. */
  private recordUse(keyId: string, nowMs: number): void {
    const sql = 'UPDATE keys SET last_used_at_ms = ? WHERE id = ?'
    this.commits.add(() => this.database.run(sql, nowMs, keyId)).catch(() => undefined)
  }

  /** Writes the hash of a key with the present pepper. If the store can't write now, a later use does. */
  private rehash(fullKey: string, { id, hash }: KeyRow): void {
    const sql = 'UPDATE keys SET hash = ?, pepper = ? WHERE id = ? AND hash = ?'
    const next = hashKey(fullKey, this.sources.pepper)
    const written = this.commits.add(() => this.database.run(sql, next, this.pepperHash, id, hash))
    written.then(() => this.cache.clear()).catch(() => undefined)
  }

  /** Writes a new key, inside a transaction. */
  private insert(workspaceId: string, given: NewKey): CreatedKey {
    const { key, fullKey, hash } = draftKey(workspaceId, given, this.sources)
    const [active] = this.database.list<{ count: number }>(
      `SELECT count(*) AS count FROM keys
       WHERE workspace_id = ? AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)`,
      workspaceId,
      this.sources.epochMs(),
    )
    if (active !== undefined && active.count >= MAX_ACTIVE_KEYS) throw tooManyKeys(workspaceId)
    this.database.run(
      `INSERT INTO keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)`,
      key.id,
      workspaceId,
      key.mode,
      key.prefix,
      hash,
      this.pepperHash,
      key.name,
      JSON.stringify(key.allowedAddresses),
      JSON.stringify(key.scopes),
      key.createdAtMs,
      key.expiresAtMs,
    )
    return { key, fullKey }
  }
}

/** Stores the hash of the present pepper while there are no keys. Afterwards, the stored one must be among those given. Throws: `pepper_mismatch`. */
function requireKnownPepper(database: Database, hashes: readonly Buffer[]): void {
  database.run(
    `INSERT INTO settings (name, value) VALUES ('pepper_check', ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE NOT EXISTS (SELECT 1 FROM keys)`,
    hashes[0] ?? null,
  )
  const [known] = database.list<{ value: Uint8Array }>(`SELECT value FROM settings WHERE name = 'pepper_check'`)
  if (known === undefined || !hashes.some((hash) => timingSafeEqual(known.value, hash))) throw pepperMismatch()
}
