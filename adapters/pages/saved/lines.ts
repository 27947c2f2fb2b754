import type { ByteStream } from './byte-stream.ts'

const LINE_FEED = 10

/** A line without its line feed. */
export interface Line {
  /** Absent: null, the line is longer than the limit. */
  readonly bytes: Uint8Array | null
  /** Whether a line feed ends it. Only the last line may have none. */
  readonly isComplete: boolean
}

/**
 * Lines of a stream. Splits bytes at line feeds: text of pages can contain other line separators.
 *
 * @param maxBytes Longest line that is kept.
 */
export async function* splitLines(source: ByteStream, maxBytes = Infinity): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = []
  let size = 0
  const take = (): Uint8Array | null => {
    const bytes = size > maxBytes ? null : pieces.length === 1 ? (pieces[0] ?? null) : Buffer.concat(pieces)
    pieces = []
    size = 0
    return bytes
  }
  const add = (piece: Uint8Array): void => {
    size += piece.length
    if (size > maxBytes) pieces = []
    else pieces.push(piece)
  }
  for await (const chunk of source) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield { bytes: take(), isComplete: true }
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (size > 0) yield { bytes: take(), isComplete: false }
}
