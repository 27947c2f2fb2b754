/**
 * Why a store refuses.
 *
 * - `locked`: another process has the file open.
 * - `newer_schema`: the file was written by a newer version of the program.
 * - `pepper_mismatch`: the keys in the file were hashed with another pepper, or with none.
 * - `unknown_workspace`, `unknown_key`: there is none with this id.
 * - `too_many_keys`: the workspace has as many active keys as it may have.
 * - `key_revoked`: the key is revoked, and can't be rotated.
 * - `invalid_charge`: a charge above its reservation, or no whole number of credits.
 * - `reservation_closed`: it was settled with another charge, or released.
 * - `unavailable`: the store can't write or read now; nothing of what was asked for is done.
 * - `closed`: the store was closed.
 */
export type StoreErrorCode =
  | 'locked'
  | 'newer_schema'
  | 'pepper_mismatch'
  | 'unknown_workspace'
  | 'unknown_key'
  | 'too_many_keys'
  | 'key_revoked'
  | 'invalid_charge'
  | 'reservation_closed'
  | 'unavailable'
  | 'closed'

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
