import { HTTPError } from 'h3'

/** The error of the interface for a body that could not be read. Absent: null, the error is another one. */
export function findBodyError(error: unknown): 'payload_too_large' | 'unsupported_media_type' | null {
  if (!(error instanceof HTTPError) || error.unhandled === true) return null
  if (error.status === 413) return 'payload_too_large'
  return error.status === 415 ? 'unsupported_media_type' : null
}
