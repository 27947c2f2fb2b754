import { timingSafeEqual } from 'node:crypto'
import { formatKey, KEY_CHARACTERS, parseKey, type KeyKind } from '../../../core/policy/index.ts'
import { hashKey, randomCharacters, type RandomBytes } from '../key-hash.ts'
import { MAX_ACTIVE_KEYS, type Caller, type CreatedKey, type Key } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { Cache } from './cache.ts'
import type { Database } from './database.ts'
import type { Workspaces } from './workspaces.ts'

export interface KeysOptions {
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly pepper: string | null
}

interface KeyRow {
  readonly id: string
  readonly workspace_id: string
  readonly kind: KeyKind
  readonly prefix: string
  readonly hash: Uint8Array
  readonly name: string
  readonly created_at_ms: number
  readonly revoked_at_ms: number | null
}

const COLUMNS = 'id, workspace_id, kind, prefix, hash, name, created_at_ms, revoked_at_ms'

export class Keys {
  /** By prefix. */
  private readonly cache = new Cache<KeyRow>()
  private readonly database: Database
  private readonly workspaces: Workspaces
  private readonly options: KeysOptions

  /** Throws: `pepper_mismatch`. */
  constructor(database: Database, workspaces: Workspaces, options: KeysOptions) {
    this.database = database
    this.workspaces = workspaces
    this.options = options
    requireSamePepper(database, options.pepper)
  }

  create(workspaceId: string, kind: KeyKind, name: string): CreatedKey {
    this.workspaces.require(workspaceId)
    return this.database.transaction(() => this.insert(workspaceId, kind, name))
  }

  list(workspaceId: string): Key[] {
    this.workspaces.require(workspaceId)
    const rows = this.database.list<KeyRow>(
      `SELECT ${COLUMNS} FROM keys WHERE workspace_id = ? ORDER BY place`,
      workspaceId,
    )
    return rows.map(fromRow)
  }

  revoke(id: string): Key {
    const [row] = this.database.list<KeyRow>(
      `UPDATE keys SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ? RETURNING ${COLUMNS}`,
      this.options.now(),
      id,
    )
    this.cache.clear()
    return fromRow(requireRow(row, id))
  }

  rotate(id: string): CreatedKey {
    const created = this.database.transaction(() => {
      const [row] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = ?`, id)
      const old = requireRow(row, id)
      if (old.revoked_at_ms !== null) throw new StoreError('key_revoked', `The key ${id} is revoked.`)
      this.database.run('UPDATE keys SET revoked_at_ms = ? WHERE id = ?', this.options.now(), id)
      return this.insert(old.workspace_id, old.kind, old.name)
    })
    this.cache.clear()
    return created
  }

  authenticate(fullKey: string): Caller | 'unauthorized' | 'revoked' {
    const shown = parseKey(fullKey)
    if (shown === null) return 'unauthorized'
    const { prefix } = shown
    const row = this.cache.get(prefix, () => {
      const [found] = this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE prefix = ?`, prefix)
      return found ?? null
    })
    if (row === null || !timingSafeEqual(hashKey(fullKey, this.options.pepper), row.hash)) return 'unauthorized'
    if (row.revoked_at_ms !== null) return 'revoked'
    return { kind: row.kind, keyId: row.id, prefix, workspace: this.workspaces.require(row.workspace_id) }
  }

  close(): void {
    this.cache.clear()
  }

  private insert(workspaceId: string, kind: KeyKind, name: string): CreatedKey {
    this.requireRoom(workspaceId)
    const { now, randomBytes, pepper } = this.options
    const characters = randomCharacters(KEY_CHARACTERS, randomBytes)
    const fullKey = formatKey(kind, characters)
    const key: Key = {
      id: `key_${randomCharacters(16, randomBytes)}`,
      workspaceId,
      kind,
      prefix: characters.slice(0, 12),
      name,
      createdAtMs: now(),
      revokedAtMs: null,
    }
    this.database.run(
      `INSERT INTO keys (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
      key.id,
      workspaceId,
      kind,
      key.prefix,
      hashKey(fullKey, pepper),
      name,
      key.createdAtMs,
    )
    return { key, fullKey }
  }

  private requireRoom(workspaceId: string): void {
    const [active] = this.database.list<{ count: number }>(
      'SELECT count(*) AS count FROM keys WHERE workspace_id = ? AND revoked_at_ms IS NULL',
      workspaceId,
    )
    if (active === undefined || active.count < MAX_ACTIVE_KEYS) return
    throw new StoreError(
      'too_many_keys',
      `The workspace ${workspaceId} has ${active.count} active keys, and may have ${MAX_ACTIVE_KEYS}: revoke one first.`,
    )
  }
}

function requireRow(row: KeyRow | undefined, id: string): KeyRow {
  if (row === undefined) throw new StoreError('unknown_key', `There is no key ${id}.`)
  return row
}

/** With another pepper, every key would be refused without a word of why. */
function requireSamePepper(database: Database, pepper: string | null): void {
  const check = hashKey('pepper check', pepper)
  database.run(
    `INSERT INTO settings (name, value) VALUES ('pepper_check', ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE NOT EXISTS (SELECT 1 FROM keys)`,
    check,
  )
  const [known] = database.list<{ value: Uint8Array }>(`SELECT value FROM settings WHERE name = 'pepper_check'`)
  if (known !== undefined && timingSafeEqual(known.value, check)) return
  throw new StoreError(
    'pepper_mismatch',
    'The keys of this store were made with another pepper, or with none: set that one.',
  )
}

function fromRow(row: KeyRow): Key {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    prefix: row.prefix,
    name: row.name,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms,
  }
}
