import type { KeyMode } from '../../../core/policy/index.ts'
import type { CreatedKey, Key } from '../../store/keys.ts'
import type { Revocation } from '../route/revoke-key.ts'

/** A key as the administration gives it. */
export interface AdminKey extends Omit<Key, 'mode'> {
  readonly kind: KeyMode
}

/** A key that was created now. */
export interface AdminCreatedKey {
  readonly key: AdminKey
  /** The key with its secret, which can't be read again. */
  readonly fullKey: string
}

/** A key that was revoked now. */
export type RevokedKey = AdminKey & Omit<Revocation, 'key'>

export function printKey({ id, workspaceId, mode, ...rest }: Key): AdminKey {
  return { id, workspaceId, kind: mode, ...rest }
}

export function printCreatedKey({ key, fullKey }: CreatedKey): AdminCreatedKey {
  return { key: printKey(key), fullKey }
}

export function printRevokedKey({ key, ...batches }: Revocation): RevokedKey {
  return { ...printKey(key), ...batches }
}
