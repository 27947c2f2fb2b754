import { parseKey } from '../../../core/policy/index.ts'
import {
  draftKey,
  findPepper,
  hashKey,
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
import { StoreError } from '../store-error.ts'
import { unknownWorkspace } from '../workspaces.ts'
import { CHECK_WAIT_MS, type Connection } from './connection.ts'
import { toFields, toKey, toKeyFields, toWorkspace, type Fields } from './fields.ts'
import { openSchema } from './schema.ts'
import { loadScript } from './script.ts'
import type { RedisWorkspaces } from './workspaces.ts'

const CREATE_KEY = loadScript('create-key')
const REVOKE_KEY = loadScript('revoke-key')
const RESTRICT_KEY = loadScript('restrict-key')
const USE_KEY = loadScript('use-key')
const ADOPT_PEPPER = loadScript('adopt-pepper')
const FIND_KEY = loadScript('find-key')

/** Keys are not cached: every request reads its key, so a revocation counts in all processes at once. */
export class RedisKeys implements Keys {
  private readonly uses = new LastUses()
  private readonly connection: Connection
  private readonly workspaces: RedisWorkspaces
  private readonly sources: KeySources
  /** Hashes of the peppers that keys may have, the present one first. */
  private readonly pepperHashes: readonly string[]
  private readonly pepperHash: string
  /** Pepper of keys that do not name theirs: those from before it could be replaced. */
  private unnamedPepper = ''

  constructor(connection: Connection, workspaces: RedisWorkspaces, sources: KeySources) {
    this.connection = connection
    this.workspaces = workspaces
    this.sources = sources
    this.pepperHashes = hashPeppers(sources).map((hash) => hash.toString('hex'))
    this.pepperHash = this.pepperHashes[0] ?? ''
  }

  /** Opens the data, as `openSchema` does, with the present pepper or an older one that is still accepted. */
  async open(): Promise<void> {
    this.unnamedPepper = await openSchema(this.connection, this.pepperHashes)
  }

  async create(workspaceId: string, key: NewKey): Promise<CreatedKey> {
    if (key.allowedAddresses !== undefined) {
      requireAddressLists(await this.workspaces.require(workspaceId), key.allowedAddresses)
    }
    return this.insert(workspaceId, key, null)
  }

  async list(workspaceId: string): Promise<Key[]> {
    await this.workspaces.require(workspaceId)
    const list = this.connection.name('workspace', workspaceId, 'keys')
    const ids = await this.connection.ask((redis) => redis.lrange(list, 0, -1))
    const names = ids.map((id) => this.connection.name('key', id))
    return (await this.connection.readHashes(names)).map((fields) => this.toKey(fields))
  }

  async find(id: string): Promise<Key | null> {
    const [fields = {}] = await this.connection.readHashes([this.connection.name('key', id)])
    return fields['id'] === undefined ? null : this.toKey(fields)
  }

  async restrict(id: string, allowedAddresses: readonly string[]): Promise<Key> {
    const { workspaceId } = await this.require(id)
    requireAddressLists(await this.workspaces.require(workspaceId), allowedAddresses)
    const fields = await this.connection.run<string[]>(RESTRICT_KEY, [id, JSON.stringify(allowedAddresses)])
    return this.toKey(toFields(fields) ?? {})
  }

  async revoke(id: string): Promise<Key> {
    const nowMs = await this.connection.storeMs(this.sources.epochMs())
    const fields = toFields(await this.connection.run<string[]>(REVOKE_KEY, [id, nowMs]))
    if (fields === null) throw unknownKey(id)
    return this.toKey(fields)
  }

  async rotate(id: string, options: RotationOptions = {}): Promise<CreatedKey> {
    const old = await this.require(id)
    return this.insert(old.workspaceId, successorOf(old, options), old, options.graceMs)
  }

  async authenticate(
    fullKey: string,
    isUse: (caller: Caller) => boolean = () => true,
    onEnded: (key: Key) => void = () => undefined,
  ): Promise<Caller | 'unauthorized' | 'revoked'> {
    const parsed = parseKey(fullKey)
    if (parsed === null) return 'unauthorized'
    const found = await this.connection.run<[string[], string[]] | null>(FIND_KEY, [parsed.prefix], CHECK_WAIT_MS)
    const [key, workspace] = (found ?? []).map(toFields)
    if (!key || !workspace) return 'unauthorized'
    const hash = Buffer.from(key['hash'] ?? '', 'hex')
    const pepper = findPepper(fullKey, hash, this.sources)
    if (pepper === null) return 'unauthorized'
    const known = this.toKey(key)
    const nowMs = this.sources.epochMs()
    if (!isActive(known, nowMs)) {
      onEnded(known)
      return 'revoked'
    }
    const { id: keyId, mode, prefix, allowedAddresses, scopes } = known
    const caller = { mode, keyId, prefix, allowedAddresses, scopes, workspace: toWorkspace(workspace) }
    if (isUse(caller) && this.uses.isDue(keyId, nowMs)) {
      const rehashed = pepper === 'old' ? [hash, hashKey(fullKey, this.sources.pepper)] : []
      this.recordUse(keyId, nowMs, rehashed)
    }
    return caller
  }

  async adoptPepper(): Promise<number> {
    const nowMs = await this.connection.storeMs(this.sources.epochMs())
    const adopt = (isLast: boolean, ids: readonly string[]): Promise<number> =>
      this.connection.run(ADOPT_PEPPER, [this.pepperHash, Number(isLast), nowMs, ...ids])
    let left = 0
    for (const workspace of await this.workspaces.listIds()) {
      const list = this.connection.name('workspace', workspace, 'keys')
      left += await adopt(false, await this.connection.ask((redis) => redis.lrange(list, 0, -1)))
    }
    // Every key names its pepper by now.
    await adopt(true, [])
    return left
  }

  /**
   * Writes the last use of a key, and its hash with the present pepper, if that is another one: `rehashed` has the known
   * hash and the new one. If Redis can't write now, nothing is recorded: it must not refuse the request.
   */
  private recordUse(keyId: string, nowMs: number, rehashed: readonly Buffer[]): void {
    const hashes = rehashed.map((hash) => hash.toString('hex'))
    this.connection.run(USE_KEY, [keyId, nowMs, this.pepperHash, ...hashes], CHECK_WAIT_MS).catch(() => undefined)
  }

  private toKey(fields: Fields): Key {
    return toKey(fields, (fields['pepper'] ?? this.unnamedPepper) !== this.pepperHash)
  }

  private async require(id: string): Promise<Key> {
    const [fields] = await this.connection.readHashes([this.connection.name('key', id)])
    if (fields === undefined || fields['id'] === undefined) throw unknownKey(id)
    return this.toKey(fields)
  }

  /** Writes a new key. `old`: the key that it replaces, which is revoked in the same step, or expires after `graceMs`. */
  private async insert(workspaceId: string, given: NewKey, old: Key | null, graceMs = 0): Promise<CreatedKey> {
    const { key, fullKey, hash } = draftKey(workspaceId, given, this.sources)
    const outcome = await this.connection.run<'created' | KeyRefusal>(CREATE_KEY, [
      workspaceId,
      this.pepperHash,
      old?.id ?? '',
      key.createdAtMs,
      key.id,
      key.prefix,
      graceMs,
      this.pepperHashes[1] ?? '',
      ...Object.entries(toKeyFields(key, hash, this.pepperHash)).flat(),
    ])
    if (outcome !== 'created') throw refuse(outcome, workspaceId, old?.id ?? '')
    return { key, fullKey }
  }
}

type KeyRefusal =
  | 'unknown_workspace'
  | 'unknown_key'
  | 'key_revoked'
  | 'too_many_keys'
  | 'pepper_mismatch'
  | 'prefix_taken'

function refuse(refusal: KeyRefusal, workspaceId: string, oldKeyId: string): StoreError {
  switch (refusal) {
    case 'unknown_workspace':
      return unknownWorkspace(workspaceId)
    case 'unknown_key':
      return unknownKey(oldKeyId)
    case 'key_revoked':
      return keyRevoked(oldKeyId)
    case 'too_many_keys':
      return tooManyKeys(workspaceId)
    case 'pepper_mismatch':
      return pepperMismatch()
    case 'prefix_taken':
      return new StoreError('unavailable', 'Another key has the same random prefix: try again.')
  }
}
