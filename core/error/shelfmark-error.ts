/**
 * Cause of an error, for programs to branch on. The list is closed: an adapter
 * translates every code once.
 *
 * - `page_too_large`, `page_too_deep`, `page_too_complex`: the page exceeds a
 *   limit of the parser; nothing was read.
 * - `invalid_selector`: a selector of a map is wrong; thrown when it is compiled.
 * - `invalid_argument`: the caller passed an unusable value.
 */
export type ErrorCode =
  | 'page_too_large'
  | 'page_too_deep'
  | 'page_too_complex'
  | 'invalid_selector'
  | 'invalid_argument'

/** A mistake of the caller, or in a map. Page content is never an error, except for a page that exceeds a limit. */
export class ShelfmarkError extends Error {
  override readonly name = 'ShelfmarkError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
