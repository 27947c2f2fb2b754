import type { RecordName } from '../../../core/index.ts'
import { isTimeout } from '../../signals.ts'
import type { BodyCoding } from '../decode-body.ts'
import type { ExtractPageOptions } from '../extract-page.ts'
import type { SerializedExtraction } from './serialize-extraction.ts'

/** How a page is extracted, and which of it is serialized. */
export interface PageOptions extends ExtractPageOptions {
  /** The record to read. Default: null, the one that pages of its kind belong to. */
  readonly record?: RecordName | null | undefined
  /** Fields that the record keeps. Default: null, all. */
  readonly fields?: readonly string[] | null | undefined
  /** How the bytes are compressed. Default: they are not. */
  readonly coding?: BodyCoding | undefined
}

/** Extracts pages within limits. */
export interface PageExtractor {
  /**
   * Takes the bytes over: their buffer may be empty afterwards.
   *
   * `workspaceId`: pages that wait have their turns by workspace. Default: null, one for all.
   *
   * Rejects: with a `BodyError` for bytes that can't be decoded, else with an `ExtractionError`.
   */
  extract(
    bytes: Uint8Array,
    options: PageOptions,
    signal: AbortSignal,
    workspaceId?: string | null,
  ): Promise<SerializedExtraction>
}

/**
 * - `busy`: too many bytes wait already; try again later.
 * - `aborted`: the caller's signal was aborted, or the pool was closed.
 * - `time_limit`, `memory_limit`: the page exceeded a limit of the pool.
 * - `page_limit`: the page exceeded a limit of the parser, see `cause`.
 * - `failed`: an error that no page should cause, see `cause`.
 */
export type ExtractionErrorCode = 'busy' | 'aborted' | 'time_limit' | 'memory_limit' | 'page_limit' | 'failed'

/** Why a page was not extracted. `cause`: the `ShelfmarkError` of the extraction, when there is one. */
export class ExtractionError extends Error {
  readonly code: ExtractionErrorCode

  constructor(code: ExtractionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExtractionError'
    this.code = code
  }
}

/** `signal`: of the caller. Default: undefined, the pool was closed. */
export function abortedExtraction(signal?: AbortSignal): ExtractionError {
  const reason: unknown = signal?.reason
  return new ExtractionError('aborted', isTimeout(reason) ? reason.message : 'Nobody waits for the page any longer.')
}
