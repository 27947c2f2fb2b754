import { compileMarketplace, ShelfmarkError, type ErrorCode } from '../../../core/index.ts'
import { marketplaces } from '../../../selectors/index.ts'
import { BodyError } from '../body-error.ts'
import { decodeBodyHere } from '../decode-body.ts'
import { extractNamed } from '../extract-page.ts'
import type { PageOptions } from './page-extractor.ts'
import { serializeExtraction, type SerializedExtraction } from './serialize-extraction.ts'

/** What a thread receives. */
export interface WorkerTask {
  readonly bytes: Uint8Array
  readonly options: PageOptions
}

/** What a thread sends back. Errors with a code are results: they lose it between threads. */
export type WorkerResult =
  | SerializedExtraction
  | { readonly undecoded: Pick<BodyError, 'code' | 'message'> }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string } }

// The selectors of all marketplaces are compiled at the start, so that the first page does not pay for it.
for (const marketplace of marketplaces.values()) compileMarketplace(marketplace)

/** What a thread of the pool does with a page. */
export default function work(task: WorkerTask): WorkerResult {
  try {
    const { bytes, options } = task
    const { record = null, fields, coding } = options
    return serializeExtraction(extractNamed(record, decodeBodyHere(bytes, coding), options), fields)
  } catch (error) {
    if (error instanceof BodyError) return { undecoded: { code: error.code, message: error.message } }
    if (error instanceof ShelfmarkError) return { refused: { code: error.code, message: error.message } }
    throw error
  }
}
