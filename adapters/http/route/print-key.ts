import { toTimestamp, type Key as PrintedKey } from '../../../core/contract/index.ts'
import type { Key } from '../../store/keys.ts'

/** A key as callers see it. */
export function printKey(key: Key): PrintedKey {
  const orNull = (timeMs: number | null): string | null => (timeMs === null ? null : toTimestamp(timeMs))
  return {
    id: key.id,
    prefix: key.prefix,
    kind: key.mode,
    name: key.name,
    scopes: [...key.scopes],
    allowed_addresses: [...key.allowedAddresses],
    created_at: toTimestamp(key.createdAtMs),
    expires_at: orNull(key.expiresAtMs),
    last_used_at: orNull(key.lastUsedAtMs),
  }
}
