import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ShelfmarkError } from '../../core/index.ts'
import {
  ADDRESS_LIST_PLANS,
  formatKey,
  KEY_CHARACTERS,
  USUAL_SCOPES,
  MAX_ACTIVE_KEYS,
  type KeyMode,
  type KeyScope,
} from '../../core/policy/index.ts'
import { randomCharacters, type Sources } from './sources.ts'
import { StoreError } from './store-error.ts'
import type { Workspace } from './workspaces.ts'

/** An API key without its secret. */
export interface Key {
  readonly id: string
  readonly workspaceId: string
  readonly mode: KeyMode
  /** First 12 characters of the random part. They are not secret, and may be logged. */
  readonly prefix: string
  readonly name: string
  /** Ranges of IP addresses from which the key may be used. Empty: from everywhere. */
  readonly allowedAddresses: readonly string[]
  /** What the key may be used for. */
  readonly scopes: readonly KeyScope[]
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
  /** From then on, the key is refused as a revoked one. Unit: ms since 1970. Absent: null, it does not expire. */
  readonly expiresAtMs: number | null
  /** Its last use, a minute more or less. Unit: ms since 1970. Absent: null, it was not used yet. */
  readonly lastUsedAtMs: number | null
  /** Unit: ms since 1970. Absent: null, the key is active. */
  readonly revokedAtMs: number | null
  /** Whether its hash depends on another pepper than the present one. Its next use changes that, while that pepper is given. */
  readonly hasOldPepper: boolean
}

export interface NewKey {
  readonly mode: KeyMode
  readonly name: string
  /** Default: empty. */
  readonly allowedAddresses?: readonly string[] | undefined
  /** Default: the usual ones. */
  readonly scopes?: readonly KeyScope[] | undefined
  /** Unit: ms since 1970. Default: null, it does not expire. */
  readonly expiresAtMs?: number | null | undefined
}

export interface RotationOptions {
  /**
   * The old key expires after this time, so that the new one can be deployed; until then, both are active.
   * Unit: ms. Default: 0, it is revoked now.
   */
  readonly graceMs?: number | undefined
  /** Whether the new key expires when the old one would have. Default: false, it does not expire. */
  readonly keepsExpiry?: boolean | undefined
}

export interface CreatedKey {
  readonly key: Key
  /** The key with its secret. The store keeps only a hash, so the key can't be read again. */
  readonly fullKey: string
}

/** A workspace, as keys of a kind see it. */
export interface Owner {
  readonly workspace: Workspace
  readonly mode: KeyMode
}

/** The key that a request was sent with, and its workspace. */
export interface Caller extends Owner {
  readonly keyId: string
  readonly prefix: string
  /** As those of the key. */
  readonly allowedAddresses: readonly string[]
  readonly scopes: readonly KeyScope[]
}

export interface Keys {
  /** Throws: `unknown_workspace`, `too_many_keys`, `not_in_plan` for a list of addresses. */
  create(workspaceId: string, key: NewKey): Promise<CreatedKey>
  /** Lists active and revoked keys. Order: creation. Throws: `unknown_workspace`. */
  list(workspaceId: string): Promise<Key[]>
  /** Absent: null, no key has this id. */
  find(keyId: string): Promise<Key | null>
  /** Revokes a key with immediate effect. On a revoked key: no effect. Throws: `unknown_key`. */
  revoke(keyId: string): Promise<Key>
  /**
   * Sets the list of addresses of a key. A list stays in force when the workspace changes to a plan without lists.
   *
   * Throws: `unknown_key`, `not_in_plan`.
   */
  restrict(keyId: string, allowedAddresses: readonly string[]): Promise<Key>
  /**
   * Creates a key of the same name, mode, addresses and scopes, and ends the old one, in one step.
   *
   * Throws: `unknown_key`; `key_revoked`, also if it has expired; `too_many_keys` with a grace period.
   */
  rotate(keyId: string, options?: RotationOptions): Promise<CreatedKey>
  /**
   * Finds the caller of a request. Cheap: every request calls it.
   *
   * `revoked` is returned only for the complete key, so that a prefix alone does not
   * reveal that a key exists. `isUse`: whether the request counts as a use of the key. Default: it does.
   * `onEnded`: gets such a key, which is revoked or has expired.
   */
  authenticate(
    fullKey: string,
    isUse?: (caller: Caller) => boolean,
    onEnded?: (key: Key) => void,
  ): Promise<Caller | 'unauthorized' | 'revoked'>
  /**
   * Makes the present pepper that of the store, which from then on is opened only with it. Returns the number of active
   * keys that still depend on another: without that one, they are unauthorized.
   */
  adoptPepper(): Promise<number>
}

export interface KeySources extends Sources {
  /** Secret that the hashes of keys depend on. Absent: null, hashes are plain. */
  readonly pepper: string | null
  /** Another secret with which keys are accepted: the one before, or the next one. null: plain hashes. Default: none. */
  readonly oldPepper?: string | null | undefined
}

/** Hash that the store keeps of a key: SHA-256, or HMAC-SHA-256 with a pepper. Unit: 32 bytes. */
export function hashKey(fullKey: string, pepper: string | null): Buffer {
  const hash = pepper === null ? createHash('sha256') : createHmac('sha256', pepper)
  return hash.update(fullKey).digest()
}

/**
 * The pepper that the stored hash of a key was made with. The old one is tried only if the present one is not it.
 *
 * Absent: null, the key is another one.
 */
export function findPepper(
  fullKey: string,
  hash: Uint8Array,
  { pepper, oldPepper }: Pick<KeySources, 'pepper' | 'oldPepper'>,
): 'present' | 'old' | null {
  if (timingSafeEqual(hashKey(fullKey, pepper), hash)) return 'present'
  if (oldPepper === undefined) return null
  return timingSafeEqual(hashKey(fullKey, oldPepper), hash) ? 'old' : null
}

/** Hashes of the peppers that a store may have, the present one first. */
export function hashPeppers({ pepper, oldPepper }: Pick<KeySources, 'pepper' | 'oldPepper'>): readonly Buffer[] {
  return oldPepper === undefined ? [hashPepper(pepper)] : [hashPepper(pepper), hashPepper(oldPepper)]
}

/** Hash by which a store recognizes its pepper. With another pepper, it would refuse every key without a reason. */
export function hashPepper(pepper: string | null): Buffer {
  return hashKey('pepper check', pepper)
}

/** A random key with its hash, not yet written. */
export function draftKey(
  workspaceId: string,
  { mode, name, allowedAddresses = [], scopes = USUAL_SCOPES, expiresAtMs = null }: NewKey,
  { epochMs, randomBytes, pepper }: KeySources,
): CreatedKey & { readonly hash: Buffer } {
  const characters = randomCharacters(KEY_CHARACTERS, randomBytes)
  const fullKey = formatKey(mode, characters)
  const id = `key_${randomCharacters(16, randomBytes)}`
  const prefix = characters.slice(0, 12)
  const createdAtMs = epochMs()
  if (expiresAtMs !== null && expiresAtMs <= createdAtMs) {
    const expiry = new Date(expiresAtMs).toISOString()
    throw new ShelfmarkError('invalid_argument', `Invalid expiry ${expiry}. Use a time in the future.`)
  }
  const dates = { createdAtMs, expiresAtMs, lastUsedAtMs: null, revokedAtMs: null }
  const key = { id, workspaceId, mode, prefix, name, allowedAddresses, scopes, ...dates, hasOldPepper: false }
  return { key, fullKey, hash: hashKey(fullKey, pepper) }
}

/** Whether a key can be used: it is not revoked, and has not expired. */
export function isActive({ revokedAtMs, expiresAtMs }: Key, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs)
}

/** What of a rotated key its successor has. */
export function successorOf(
  { mode, name, allowedAddresses, scopes, expiresAtMs }: Key,
  { keepsExpiry = false }: RotationOptions,
): NewKey {
  return { mode, name, allowedAddresses, scopes, ...(keepsExpiry ? { expiresAtMs } : {}) }
}

/** Throws: `not_in_plan`. */
export function requireAddressLists({ id, plan }: Workspace, allowedAddresses: readonly string[] = []): void {
  if (allowedAddresses.length === 0 || ADDRESS_LIST_PLANS.has(plan)) return
  throw new StoreError(
    'not_in_plan',
    `The workspace ${id} has the plan ${plan}. Lists of addresses need one of: ${[...ADDRESS_LIST_PLANS].join(', ')}.`,
  )
}

export function unknownKey(id: string): StoreError {
  return new StoreError('unknown_key', `There is no key ${id}.`)
}

export function keyRevoked(id: string): StoreError {
  return new StoreError('key_revoked', `The key ${id} is revoked.`)
}

export function tooManyKeys(workspaceId: string): StoreError {
  return new StoreError(
    'too_many_keys',
    `The workspace ${workspaceId} has ${MAX_ACTIVE_KEYS} active keys, and may have ${MAX_ACTIVE_KEYS}: revoke one first.`,
  )
}

export function pepperMismatch(): StoreError {
  return new StoreError(
    'pepper_mismatch',
    'The keys of this store were made with another pepper, or with none: set that one. To replace it, see adapters/cli/administration.md.',
  )
}
