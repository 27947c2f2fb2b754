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
  /** Decompressed. */
  readonly bytes: Uint8Array
}

/** Where pages come from. Rejects with a `SourceError` when there is no answer. */
export interface PageSource {
  fetch(request: PageRequest, signal: AbortSignal): Promise<PageAnswer>
  close(): Promise<void>
}

export type SourceErrorCode =
  | 'timeout'
  | 'aborted'
  | 'network'
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
