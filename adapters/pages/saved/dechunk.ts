const LINE_END = Buffer.from('\r\n')
/** RFC 9112, 7.1: the size of a chunk. Its extensions are ignored. */
const CHUNK_SIZE = /^[ \t]*([\da-f]{1,8})[ \t]*(?:;|$)/i
/** Longest line with a size and its extensions. Unit: bytes. */
const MAX_LINE_BYTES = 1024

/**
 * The body without the sizes of its chunks, in the memory of the argument. From the first wrong chunk on, it is as it
 * was: some crawlers store what they have decoded, with the headers that the server sent.
 */
export function dechunk(body: Buffer): Buffer {
  let [start, length] = [0, 0]
  for (;;) {
    const size = chunkAt(body, start)
    if (size === 0) return body.subarray(0, length)
    if (size === null) break
    const dataStart = body.indexOf(LINE_END, start) + LINE_END.length
    body.copyWithin(length, dataStart, dataStart + size)
    length += size
    start = dataStart + size + LINE_END.length
  }
  body.copyWithin(length, start)
  return body.subarray(0, length + body.length - start)
}

/** Size of the chunk that begins at `start`; 0 for the last one. Absent: null, there is no whole chunk. */
function chunkAt(body: Buffer, start: number): number | null {
  const lineEnd = body.subarray(start, start + MAX_LINE_BYTES).indexOf(LINE_END)
  if (lineEnd === -1) return null
  const [, digits] = CHUNK_SIZE.exec(body.toString('latin1', start, start + lineEnd)) ?? []
  if (digits === undefined) return null
  const size = Number.parseInt(digits, 16)
  const end = start + lineEnd + LINE_END.length + size
  return size === 0 || body.subarray(end, end + LINE_END.length).equals(LINE_END) ? size : null
}
