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
import { Cache } from './cache.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { requireWorkspace, type SqlWorkspaces } from './workspaces.ts'

interface KeyRow {
  readonly id: string
  readonly workspace_id: string
  readonly mode: KeyMode
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

type Drafted = ReturnType<typeof draftKey>

/** Announced when a key was changed: no process uses what it has read before. */
export const KEYS_TOPIC = 'keys'
/** Beginning of the prefix of an erased key. No other has it. */
export const ERASED_PREFIX = 'erased:'
const NOT_ERASED = `prefix NOT LIKE '${ERASED_PREFIX}%'`
const COLUMNS = `id, workspace_id, mode, prefix, hash, pepper, name, allowed_addresses, scopes, created_at_ms, expires_at_ms,
  last_used_at_ms, revoked_at_ms`

export class SqlKeys implements Keys {
  /** By prefix. */
  private readonly cache = new Cache<KeyRow>()
  private readonly uses = new LastUses()
  private readonly database: Database
  private readonly workspaces: SqlWorkspaces
  private readonly sources: KeySources
  private readonly pepperHash: Buffer

  private constructor(database: Database, workspaces: SqlWorkspaces, sources: KeySources) {
    this.database = database
    this.workspaces = workspaces
    this.sources = sources
    this.pepperHash = hashPepper(sources.pepper)
    database.watch(KEYS_TOPIC, () => this.cache.clear())
  }

  /** Rejects: `pepper_mismatch`. */
  static async open(database: Database, workspaces: SqlWorkspaces, sources: KeySources): Promise<SqlKeys> {
    await database.step('pepper', (tx) => requireKnownPepper(tx, hashPeppers(sources)))
    return new SqlKeys(database, workspaces, sources)
  }

  async create(workspaceId: string, given: NewKey): Promise<CreatedKey> {
    const drafted = draftKey(workspaceId, given, this.sources)
    return this.database.step(workspaceId, async (tx) => {
      requireAddressLists(await requireWorkspace(tx, workspaceId), given.allowedAddresses)
      return this.insert(tx, drafted)
    })
  }

  async list(workspaceId: string): Promise<Key[]> {
    await this.workspaces.require(workspaceId)
    const sql = `SELECT ${COLUMNS} FROM keys WHERE workspace_id = $1 ORDER BY row_id`
    return (await this.database.list<KeyRow>(sql, workspaceId)).map((row) => this.toKey(row))
  }

  async find(id: string): Promise<Key | null> {
    const row = await findKey(this.database, id)
    return row === null ? null : this.toKey(row)
  }

  async restrict(id: string, allowedAddresses: readonly string[]): Promise<Key> {
    return this.change(id, async (tx, { workspace_id }) => {
      requireAddressLists(await requireWorkspace(tx, workspace_id), allowedAddresses)
      return this.write(tx, id, 'allowed_addresses = $2', JSON.stringify(allowedAddresses))
    })
  }

  async revoke(id: string): Promise<Key> {
    const nowMs = this.sources.epochMs()
    return this.change(id, async (tx) => {
      // Its watches are paused with an event each, by who revokes it.
      const sql = `UPDATE schedules SET paused = 'key', next_run_ms = NULL, revision = revision + 1
        WHERE key_id = $1 AND paused IS NULL`
      await tx.run(sql, id)
      return this.write(tx, id, 'revoked_at_ms = coalesce(revoked_at_ms, $2)', nowMs)
    })
  }

  async rotate(id: string, options: RotationOptions = {}): Promise<CreatedKey> {
    const { graceMs = 0 } = options
    const nowMs = this.sources.epochMs()
    const known = await findKey(this.database, id)
    if (known === null) throw unknownKey(id)
    const drafted = draftKey(known.workspace_id, successorOf(this.toKey(known), options), this.sources)
    return this.change(id, async (tx, row) => {
      // An attempt whose answer got lost has already ended the old key.
      if (await hasKey(tx, drafted.key.id)) return { key: drafted.key, fullKey: drafted.fullKey }
      const old = this.toKey(row)
      if (!isActive(old, nowMs)) throw keyRevoked(id)
      const endMs = Math.min(old.expiresAtMs ?? Infinity, nowMs + graceMs)
      await this.write(tx, id, graceMs > 0 ? 'expires_at_ms = $2' : 'revoked_at_ms = $2', endMs)
      const created = await this.insert(tx, drafted)
      for (const table of ['watches', 'schedules']) {
        const sql = `UPDATE ${table} SET key_id = $3, revision = revision + 1 WHERE workspace_id = $1 AND key_id = $2`
        await tx.run(sql, row.workspace_id, id, drafted.key.id)
      }
      return created
    })
  }

  async authenticate(
    fullKey: string,
    isUse: (caller: Caller) => boolean = () => true,
    onEnded: (key: Key) => void = () => undefined,
  ): Promise<Caller | 'unauthorized' | 'revoked'> {
    const parsed = parseKey(fullKey)
    if (parsed === null) return 'unauthorized'
    const { prefix } = parsed
    const row = await this.cache.get(prefix, async () => {
      const [found] = await this.database.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE prefix = $1`, prefix)
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
    const workspace = await this.workspaces.require(row.workspace_id)
    const caller = { mode, keyId, prefix, allowedAddresses, scopes, workspace }
    if (isUse(caller) && this.uses.isDue(keyId, nowMs)) this.recordUse(fullKey, row, nowMs, pepper === 'old')
    return caller
  }

  async adoptPepper(): Promise<number> {
    const nowMs = this.sources.epochMs()
    return this.database.step('pepper', async (tx) => {
      await tx.run(`UPDATE settings SET value = $1 WHERE name = 'pepper_check'`, this.pepperHash)
      const [left] = await tx.list<{ count: number }>(
        `SELECT count(*) AS count FROM keys
         WHERE pepper <> $1 AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $2)`,
        this.pepperHash,
        nowMs,
      )
      return left?.count ?? 0
    })
  }

  /** Changes a key, in a step on its workspace. Rejects: `unknown_key`. */
  private async change<Outcome>(
    id: string,
    work: (tx: Transaction, row: KeyRow) => Promise<Outcome>,
  ): Promise<Outcome> {
    const known = await findKey(this.database, id)
    if (known === null) throw unknownKey(id)
    return this.database.step(known.workspace_id, async (tx) => {
      const row = await findKey(tx, id)
      if (row === null) throw unknownKey(id)
      await tx.announce(KEYS_TOPIC)
      return work(tx, row)
    })
  }

  private async write(tx: Transaction, id: string, change: string, value: string | number): Promise<Key> {
    const sql = `UPDATE keys SET ${change} WHERE id = $1 RETURNING ${COLUMNS}`
    const [row] = await tx.list<KeyRow>(sql, id, value)
    if (row === undefined) throw unknownKey(id)
    return this.toKey(row)
  }

  /** Writes when a key was last used, and its hash with the present pepper. If the store can't now, a later use does: the request goes on. */
  private recordUse(fullKey: string, { id, workspace_id, hash }: KeyRow, nowMs: number, isOld: boolean): void {
    const next = hashKey(fullKey, this.sources.pepper)
    const written = this.database.step(
      workspace_id,
      async (tx) => {
        await tx.run('UPDATE keys SET last_used_at_ms = $2 WHERE id = $1', id, nowMs)
        if (!isOld) return
        const sql = 'UPDATE keys SET hash = $2, pepper = $3 WHERE id = $1 AND hash = $4'
        await tx.run(sql, id, next, this.pepperHash, hash)
        await tx.announce(KEYS_TOPIC)
      },
      'lossy',
    )
    written.catch(() => undefined)
  }

  private async insert(tx: Transaction, { key, fullKey, hash }: Drafted): Promise<CreatedKey> {
    if (await hasKey(tx, key.id)) return { key, fullKey }
    const [active] = await tx.list<{ count: number }>(
      `SELECT count(*) AS count FROM keys
       WHERE workspace_id = $1 AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $2)`,
      key.workspaceId,
      key.createdAtMs,
    )
    if (active !== undefined && active.count >= MAX_ACTIVE_KEYS) throw tooManyKeys(key.workspaceId)
    await tx.run(
      `INSERT INTO keys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, NULL, NULL)`,
      key.id,
      key.workspaceId,
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

  private toKey(row: KeyRow): Key {
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      mode: row.mode,
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
}

async function findKey(reader: Reader, id: string): Promise<KeyRow | null> {
  const [row] = await reader.list<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = $1 AND ${NOT_ERASED}`, id)
  return row ?? null
}

/** Whether a key exists, and was not revoked and has not expired. */
export async function isKeyActive(reader: Reader, id: string, nowMs: number): Promise<boolean> {
  const sql = `SELECT 1 AS found FROM keys
    WHERE id = $1 AND revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > $2)`
  return (await reader.list(sql, id, nowMs)).length > 0
}

async function hasKey(reader: Reader, id: string): Promise<boolean> {
  return (await reader.list('SELECT 1 AS found FROM keys WHERE id = $1', id)).length > 0
}

/** Stores the hash of the present pepper while there are no keys. Afterwards, the stored one must be among those given. Throws: `pepper_mismatch`. */
async function requireKnownPepper(tx: Transaction, hashes: readonly Buffer[]): Promise<void> {
  await tx.run(
    `INSERT INTO settings (name, value) VALUES ('pepper_check', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE NOT EXISTS (SELECT 1 FROM keys)`,
    hashes[0] ?? null,
  )
  const [known] = await tx.list<{ value: Uint8Array }>(`SELECT value FROM settings WHERE name = 'pepper_check'`)
  if (known === undefined || !hashes.some((hash) => timingSafeEqual(known.value, hash))) throw pepperMismatch()
}
