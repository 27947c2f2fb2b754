/**
 * Why a store refuses.
 *
 * - `locked`: another process has the file open.
 * - `absent`: there is no store where one must be.
 * - `damaged`: the file is not a whole database or backup, or a part of it is missing.
 * - `newer_schema`: a newer version of the program wrote the data.
 * - `older_schema`: a version with another layout wrote them.
 * - `pepper_mismatch`: the keys in the store were hashed with another pepper, or with none.
 * - `unknown_workspace`, `unknown_key`, `unknown_batch`, `unknown_watch`: no workspace, key, batch or watch has this id.
 * - `too_many_keys`: the workspace has the maximum number of active keys.
 * - `not_in_plan`: the plan of the workspace does not include what was asked for.
 * - `batches_open`: the workspace has batches that have not ended, and can't be erased.
 * - `key_revoked`: the key is revoked, and can't be rotated.
 * - `unknown_operator`, `operator_exists`: no operator has this name, or one has it.
 * - `unknown_member`, `member_exists`: no member of the workspace has this name, or one of the store has it.
 * - `invalid_charge`: the charge is above its reservation, or not a whole number of credits.
 * - `reservation_closed`: the reservation was settled with another charge, or released.
 * - `file_exists`: the file of a backup, or of a restored store, exists.
 * - `not_supported`: the store can't do it. The message says what can.
 * - `unavailable`: the store can't read or write now. Nothing of the call is done.
 * - `closed`: the store was closed.
 */
export type StoreErrorCode =
  | 'locked'
  | 'absent'
  | 'damaged'
  | 'newer_schema'
  | 'older_schema'
  | 'pepper_mismatch'
  | 'unknown_workspace'
  | 'unknown_key'
  | 'unknown_batch'
  | 'unknown_watch'
  | 'too_many_keys'
  | 'not_in_plan'
  | 'batches_open'
  | 'key_revoked'
  | 'unknown_operator'
  | 'operator_exists'
  | 'unknown_member'
  | 'member_exists'
  | 'invalid_charge'
  | 'reservation_closed'
  | 'file_exists'
  | 'not_supported'
  | 'unavailable'
  | 'closed'

/** A store refuses what was asked of it. `code` says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
