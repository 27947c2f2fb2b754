import { BodyError } from '../../pages/body-error.ts'
import { decodeBody } from '../../pages/decode-body.ts'
import { SourceError } from './page-source.ts'

/**
 * Decodes the body of an answer, as `decodeBody` does.
 *
 * Rejects: with a `SourceError` of the same code.
 */
export async function decodeAnswer(...body: Parameters<typeof decodeBody>): Promise<Uint8Array> {
  try {
    return await decodeBody(...body)
  } catch (error) {
    throw error instanceof BodyError ? new SourceError(error.code, error.message, { cause: error }) : error
  }
}
