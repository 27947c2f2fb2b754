import type { Dispatcher } from 'undici'
import { tooLargeError } from './page-source.ts'

/**
 * Reads the body of an answer as it was sent. Leaving the loop early closes the connection.
 *
 * Rejects: `page_too_large`.
 */
export async function readBody({ body, headers }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const isTooLong = Number(firstValue(headers['content-length']) ?? 0) > maxBytes
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (isTooLong || size > maxBytes) throw tooLargeError(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}

/** Value of a header; of several, the first. Absent: undefined. */
export function firstValue(value: string | string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}

/** Values of a header. */
export function allValues(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat()
}
