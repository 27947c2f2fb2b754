import { timingSafeEqual } from 'node:crypto'
import { formatKey, KEY_CHARACTERS, parseKey, type KeyKind } from '../../../core/policy/index.ts'
import type { Connection } from '../../redis/connection.ts'
import { hashKey, randomCharacters, type RandomBytes } from '../key-hash.ts'
import { MAX_ACTIVE_KEYS, type Caller, type CreatedKey, type Key } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { readHashes, toFields, toNumber, type Fields } from './fields.ts'
import { CREATE_KEY, FIND_KEY, OPEN, REVOKE_KEY } from './scripts/key.ts'
import { toWorkspace, unknownWorkspace, type Workspaces } from './workspaces.ts'

export interface KeysOptions {
  readonly now: () => number
  readonly randomBytes: RandomBytes
  readonly pepper: string | null
}

/** Names that the data has, and what is under each. Another number: another program wrote it. */
const SCHEMA = 1

/** Keys are not remembered: each is asked for when it is shown, so that a revocation counts everywhere at once. */
export class Keys {
  private readonly connection: Connection
  private readonly workspaces: Workspaces
  private readonly options: KeysOptions
  /** What the pepper makes of a known text. */
  private readonly pepperCheck: string

  constructor(connection: Connection, workspaces: Workspaces, options: KeysOptions) {
    this.connection = connection
    this.workspaces = workspaces
    this.options = options
    this.pepperCheck = hashKey('pepper check', options.pepper).toString('hex')
  }

  /** With another pepper, every key would be refused without a word of why. Throws: `newer_schema`, `pepper_mismatch`. */
  async open(): Promise<void> {
    const [schema, check] = await this.connection.run<[string, string]>(OPEN, [SCHEMA, this.pepperCheck])
    if (Number(schema) > SCHEMA) {
      throw new StoreError(
        'newer_schema',
        `The data has schema ${schema}, and this program knows ${SCHEMA}: use the newer program.`,
      )
    }
    if (check !== this.pepperCheck) throw refuse('pepper_mismatch', '')
  }

  create(workspaceId: string, kind: KeyKind, name: string): Promise<CreatedKey> {
    return this.insert({ workspaceId, kind, name }, '')
  }

  async list(workspaceId: string): Promise<Key[]> {
    await this.workspaces.require(workspaceId)
    const list = this.connection.name('workspace', workspaceId, 'keys')
    const ids = await this.connection.ask((redis) => redis.lrange(list, 0, -1))
    const names = ids.map((id) => this.connection.name('key', id))
    return (await readHashes(this.connection, names)).map(toKey)
  }

  async revoke(id: string): Promise<Key> {
    const fields = toFields(await this.connection.run<string[]>(REVOKE_KEY, [id, this.options.now()]))
    if (fields === null) throw refuse('unknown_key', id)
    return toKey(fields)
  }

  async rotate(id: string): Promise<CreatedKey> {
    const [fields] = await readHashes(this.connection, [this.connection.name('key', id)])
    if (fields === undefined || fields['id'] === undefined) throw refuse('unknown_key', id)
    return this.insert(toKey(fields), id)
  }

  async authenticate(fullKey: string): Promise<Caller | 'unauthorized' | 'revoked'> {
    const shown = parseKey(fullKey)
    if (shown === null) return 'unauthorized'
    const found = await this.connection.run<[string[], string[]] | null>(FIND_KEY, [shown.prefix])
    const [key, workspace] = (found ?? []).map(toFields)
    if (!key || !workspace) return 'unauthorized'
    const hash = Buffer.from(key['hash'] ?? '', 'hex')
    if (!timingSafeEqual(hashKey(fullKey, this.options.pepper), hash)) return 'unauthorized'
    const { id: keyId, kind, prefix, revokedAtMs } = toKey(key)
    if (revokedAtMs !== null) return 'revoked'
    return { kind, keyId, prefix, workspace: toWorkspace(workspace) }
  }

  /** Writes a new key; of a rotation, in place of another, which is revoked. */
  private async insert(
    { workspaceId, kind, name }: Pick<Key, 'workspaceId' | 'kind' | 'name'>,
    oldKeyId: string,
  ): Promise<CreatedKey> {
    const { now, randomBytes, pepper } = this.options
    const characters = randomCharacters(KEY_CHARACTERS, randomBytes)
    const fullKey = formatKey(kind, characters)
    const id = `key_${randomCharacters(16, randomBytes)}`
    const prefix = characters.slice(0, 12)
    const createdAtMs = now()
    const hash = hashKey(fullKey, pepper).toString('hex')
    const fields = { id, workspace_id: workspaceId, kind, prefix, hash, name, created_at_ms: createdAtMs }
    const outcome = await this.connection.run<'created' | KeyRefusal>(CREATE_KEY, [
      workspaceId,
      MAX_ACTIVE_KEYS,
      this.pepperCheck,
      oldKeyId,
      createdAtMs,
      id,
      prefix,
      ...Object.entries(fields).flat(),
    ])
    if (outcome !== 'created') throw refuse(outcome, oldKeyId === '' ? workspaceId : oldKeyId)
    return { key: { id, workspaceId, kind, prefix, name, createdAtMs, revokedAtMs: null }, fullKey }
  }
}

type KeyRefusal =
  | 'unknown_workspace'
  | 'unknown_key'
  | 'key_revoked'
  | 'too_many_keys'
  | 'pepper_mismatch'
  | 'prefix_taken'

/** @param id Workspace of a key that is created, or key that is rotated. */
function refuse(refusal: KeyRefusal, id: string): StoreError {
  switch (refusal) {
    case 'unknown_workspace':
      return unknownWorkspace(id)
    case 'unknown_key':
      return new StoreError(refusal, `There is no key ${id}.`)
    case 'key_revoked':
      return new StoreError(refusal, `The key ${id} is revoked.`)
    case 'too_many_keys':
      return new StoreError(
        refusal,
        `The workspace ${id} has as many active keys as it may have, ${MAX_ACTIVE_KEYS}: revoke one first.`,
      )
    case 'pepper_mismatch':
      return new StoreError(
        refusal,
        'The keys of this store were made with another pepper, or with none: set that one.',
      )
    case 'prefix_taken':
      return new StoreError('unavailable', 'The random characters of the key are those of another: try again.')
  }
}

function toKey(fields: Fields): Key {
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    kind: fields['kind'] as KeyKind,
    prefix: fields['prefix'] ?? '',
    name: fields['name'] ?? '',
    createdAtMs: Number(fields['created_at_ms']),
    revokedAtMs: toNumber(fields['revoked_at_ms']),
  }
}
