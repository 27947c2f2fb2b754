import { timingSafeEqual } from 'node:crypto'
import { parseKey, type KeyKind } from '../../../core/policy/index.ts'
import {
  draftKey,
  hashKey,
  hashPepper,
  keyRevoked,
  MAX_ACTIVE_KEYS,
  pepperMismatch,
  requireAddressLists,
  tooManyKeys,
  unknownKey,
  type Caller,
  type CreatedKey,
  type Key,
  type Keys,
  type KeySources,
  type NewKey,
} from '../keys.ts'
import { Cache, type Database } from './database.ts'
import type { SqliteWorkspaces } from './workspaces.ts'

interface KeyRow {
  readonly id: string
  readonly workspace_id: string
  readonly kind: KeyKind
  readonly prefix: string
  readonly hash: Uint8Array
  readonly name: string
  /** JSON. */
  readonly allowed_addresses: string
  readonly created_at_ms: number
  readonly revoked_at_ms: number | null
}

const COLUMNS = 'id, workspace_id, kind, prefix, hash, name, allowed_addresses, created_at_ms, revoked_at_ms'

export class SqliteKeys implements Keys {
  /** By prefix. */
  private readonly cache = new Cache<KeyRow>()
  private readonly database: Database
  private readonly workspaces: SqliteWorkspaces
  private readonly sources: KeySources

  /** Throws: `pepper_mismatch`. */
  constructor(database: Database, workspaces: SqliteWorkspaces, sources: KeySources) {
    this.database = database
    this.workspaces = workspaces
    this.sources = sources
    requireSamePepper(database, sources.pepper)
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
    return rows.map(toKey)
  }

  async restrict(id: string, allowedAddresses: readonly string[]): Promise<Key> {
    const restricted = this.database.transaction(() => {
      const [row] = this.database.list<KeyRow>(
        `UPDATE keys SET allowed_addresses = ? WHERE id = ? RETURNING ${COLUMNS}`,
        JSON.stringify(allowedAddresses),
        id,
      )
      if (row === undefined) throw unknownKey(id)
      requireAddressLists(this.workspaces.require(row.workspace_id), allowedAddresses)
      return toKey(row)
    })
    this.cache.clear()
    return restricted
  }

  async revoke(id: string): Promise<Key> {
    const [row] = this.database.list<KeyRow>(
      `UPDATE keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ? RETURNING ${COLUMNS}`,
      this.sources.now(),
      id,
    )
    this.cache.clear()
    if (row === undefined) throw unknownKey(id)
    return toKey(row)
  }

  async rotate(id: string): Promise<CreatedKey> {
    const created = this.database.transaction(() => {
      const [old] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = ?`, id)
      if (old === undefined) throw unknownKey(id)
      if (old.revoked_at_ms !== null) throw keyRevoked(id)
      this.database.run('UPDATE keys SET revoked_at_ms = ? WHERE id = ?', this.sources.now(), id)
      return this.insert(old.workspace_id, toKey(old))
    })
    this.cache.clear()
    return created
  }

  async authenticate(fullKey: string): Promise<Caller | 'unauthorized' | 'revoked'> {
    const parsed = parseKey(fullKey)
    if (parsed === null) return 'unauthorized'
    const { prefix } = parsed
    const row = this.cache.get(prefix, () => {
      const [found] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE prefix = ?`, prefix)
      return found ?? null
    })
    if (row === null || !timingSafeEqual(hashKey(fullKey, this.sources.pepper), row.hash)) return 'unauthorized'
    if (row.revoked_at_ms !== null) return 'revoked'
    const { id: keyId, kind, allowedAddresses } = toKey(row)
    return { kind, keyId, prefix, allowedAddresses, workspace: this.workspaces.require(row.workspace_id) }
  }

  /** Forgets what it has read. */
  close(): void {
    this.cache.clear()
  }

  /** Writes a new key, inside a transaction. */
  private insert(workspaceId: string, given: NewKey): CreatedKey {
    const [active] = this.database.list<{ count: number }>(
      'SELECT count(*) AS count FROM keys WHERE workspace_id = ? AND revoked_at_ms IS NULL',
      workspaceId,
    )
    if (active !== undefined && active.count >= MAX_ACTIVE_KEYS) throw tooManyKeys(workspaceId)
    const { key, fullKey, hash } = draftKey(workspaceId, given, this.sources)
    this.database.run(
      `INSERT INTO keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      key.id,
      workspaceId,
      key.kind,
      key.prefix,
      hash,
      key.name,
      JSON.stringify(key.allowedAddresses),
      key.createdAtMs,
    )
    return { key, fullKey }
  }
}

/** Stores the pepper's hash while there are no keys. Afterwards, the pepper must have that hash. */
function requireSamePepper(database: Database, pepper: string | null): void {
  const hash = hashPepper(pepper)
  database.run(
    `INSERT INTO settings (name, value) VALUES ('pepper_check', ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE NOT EXISTS (SELECT 1 FROM keys)`,
    hash,
  )
  const [known] = database.list<{ value: Uint8Array }>(`SELECT value FROM settings WHERE name = 'pepper_check'`)
  if (known === undefined || !timingSafeEqual(known.value, hash)) throw pepperMismatch()
}

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    prefix: row.prefix,
    name: row.name,
    allowedAddresses: JSON.parse(row.allowed_addresses) as string[],
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms,
  }
}
