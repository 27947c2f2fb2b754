/** A page that is wanted of a marketplace. */
export interface PageRequest {
  readonly kind: 'product' | 'search'
  readonly domain: string
  /** Absolute, on the marketplace's host. */
  readonly url: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own. */
  readonly language: string | null
  /** From 1: another attempt may take another route. */
  readonly attempt: number
}

/** What a marketplace answered in the end. */
export interface PageAnswer {
  readonly status: number
  /** Address after redirects. */
  readonly url: string
  /** Value of `Content-Type`. Absent: undefined. */
  readonly contentType: string | undefined
  /** Decompressed. The receiver's own: it may hand them on to a thread, which empties them here. */
  readonly bytes: Uint8Array
}

/**
 * Where pages come from. An attempt ends by itself, within a time limit of its own.
 *
 * Rejects: with a `SourceError` when there is no answer.
 */
export interface PageSource {
  fetch(request: PageRequest, signal: AbortSignal): Promise<PageAnswer>
  close(): Promise<void>
}

/**
 * - `timeout`: the attempt took longer than it may.
 * - `aborted`: the caller's signal, or the source was closed.
 * - `network`: no connection, or one that ended too early.
 * - `unreadable`: the answer came, and its encoding can't be undone.
 * - `page_too_large`: compressed or not, beyond the limit.
 * - `too_many_redirects`, `foreign_redirect`: see `followRedirects`.
 */
export type SourceErrorCode =
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'unreadable'
  | 'page_too_large'
  | 'too_many_redirects'
  | 'foreign_redirect'

/** Why there is no answer. */
export class SourceError extends Error {
  readonly code: SourceErrorCode

  constructor(code: SourceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SourceError'
    this.code = code
  }
}
