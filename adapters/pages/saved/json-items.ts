import chain from 'stream-chain'
import { pick } from 'stream-json/filters/pick.js'
import { parser, type Token } from 'stream-json/parser.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { withoutMark, type ByteStream } from './byte-stream.ts'
import { SavedPageError } from './saved-page.ts'
import { through } from './through.ts'

/** Bytes that are parsed at a time. */
const PIECE_BYTES = 64 * 1024
/** More entries than a piece has, so that none waits. */
const ENTRIES = PIECE_BYTES
/** A page of the greatest size, each of its bytes as an escape of six characters, and the rest of its entry. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024
/** HAR 1.2 has 8, and its extensions a few more. */
const MAX_DEPTH = 100

/** The list that is read: that of a HAR, or the whole file. */
export type JsonList = 'HAR' | 'JSON'

/**
 * Items of the list of a file of JSON, each as soon as it was read.
 *
 * Throws: `damaged`, where the JSON is wrong, ends or is nested too deep; `page_too_large`, when an item is.
 */
export async function* readItems(source: ByteStream, list: JsonList): AsyncGenerator {
  const before = [parser({ streamValues: false }), limitDepth(list)] as const
  const stages = list === 'HAR' ? [...before, pick({ filter: 'log.entries', once: true })] : before
  const stream = chain([...stages, streamArray()], { readableHighWaterMark: ENTRIES })
  stream.on('error', () => undefined)
  let size = 0
  let entryStart = 0
  try {
    for await (const piece of inPieces(withoutMark(source))) {
      size += piece.length
      for await (const { value } of through<{ value: unknown }>(stream, piece)) {
        yield value
        entryStart = size
      }
      if (size - entryStart > MAX_ENTRY_BYTES) throw tooLong(list, entryStart)
    }
    for await (const { value } of through<{ value: unknown }>(stream, null)) yield value
  } catch (error) {
    if (error instanceof SavedPageError) throw error
    const problem = `The ${list === 'HAR' ? 'HAR' : 'file'} is not complete JSON: reading stopped in the first ${size} bytes.`
    throw new SavedPageError('damaged', problem, { cause: error })
  } finally {
    stream.destroy()
  }
}

async function* inPieces(source: ByteStream): AsyncGenerator<Uint8Array> {
  for await (const bytes of source)
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES)
}

/** A stage that passes tokens on. What is nested too deep would take much memory for each of its bytes. */
function limitDepth(list: JsonList): (token: Token) => Token {
  let depth = 0
  return (token) => {
    if (token.name.startsWith('start')) depth++
    else if (token.name.startsWith('end')) depth--
    if (depth > MAX_DEPTH) throw new SavedPageError('damaged', `The ${list} is nested deeper than ${MAX_DEPTH} levels.`)
    return token
  }
}

function tooLong(list: JsonList, position: number): SavedPageError {
  const problem = `The ${list} has an entry of more than ${MAX_ENTRY_BYTES} bytes after byte ${position}.`
  return new SavedPageError('page_too_large', problem)
}
