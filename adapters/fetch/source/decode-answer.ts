import { BodyError } from '../../pages/body-error.ts'
import { decodeBody, type BodyCoding } from '../../pages/decode-body.ts'
import { SourceError, type FetchedPage, type PageRequest } from './page-source.ts'

/**
 * Decodes the body of an answer, as `decodeBody` does.
 *
 * Rejects: with a `SourceError` of the same code.
 */
export async function decodeAnswer(bytes: Uint8Array, coding: BodyCoding): Promise<Uint8Array> {
  try {
    return await decodeBody(bytes, coding)
  } catch (error) {
    throw error instanceof BodyError ? new SourceError(error.code, error.message, { cause: error }) : error
  }
}

/** The body of an answer as a page has it: as it came for a receiver that decodes it, else decoded. Rejects: as `decodeAnswer` does. */
export async function toPageBody(
  bytes: Uint8Array,
  coding: BodyCoding,
  { takesCoded }: Pick<PageRequest, 'takesCoded'>,
): Promise<Pick<FetchedPage, 'bytes' | 'coding'>> {
  return takesCoded === true ? { bytes, coding } : { bytes: await decodeAnswer(bytes, coding) }
}
