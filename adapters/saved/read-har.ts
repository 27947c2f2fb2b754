import chain from 'stream-chain'
import { pick } from 'stream-json/filters/pick.js'
import { parser } from 'stream-json/parser.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import * as v from 'valibot'
import type { ByteStream } from './byte-stream.ts'
import { SavedPageError, toUnreadable, type FoundPage } from './saved-page.ts'
import { through } from './through.ts'
import { isHtmlType } from './html-type.ts'

/** Source: HAR 1.2, "entries" and "content". Other members are ignored. */
const entrySchema = v.object({
  request: v.object({ url: v.string() }),
  response: v.object({
    status: v.number(),
    content: v.object({
      mimeType: v.string(),
      /** Absent: undefined, the body was not saved. */
      text: v.optional(v.string()),
      /** Absent: undefined, `text` is decoded text. */
      encoding: v.optional(v.string()),
    }),
  }),
})

/** More entries than a piece of a file has, so that none waits. */
const ENTRIES = 1_000_000

/** The pages of HTML among the entries of a HAR, in their order. */
export async function* readHar(source: ByteStream): AsyncGenerator<FoundPage> {
  let number = 0
  try {
    for await (const entry of readEntries(source)) {
      number++
      yield* readEntry(entry, number)
    }
  } catch (error) {
    yield toUnreadable(error, number + 1)
  }
}

/** Values of `log.entries`, each as soon as it was read. Throws: a `SavedPageError` where the JSON is wrong or ends. */
async function* readEntries(source: ByteStream): AsyncGenerator {
  const parse = parser({ streamValues: false })
  const stages = [parse, pick({ filter: 'log.entries', once: true }), streamArray()] as const
  const stream = chain([...stages], { readableHighWaterMark: ENTRIES })
  stream.on('error', () => undefined)
  let size = 0
  try {
    for await (const piece of source) {
      size += piece.length
      for await (const { value } of through<{ value: unknown }>(stream, piece)) yield value
    }
    for await (const { value } of through<{ value: unknown }>(stream, null)) yield value
  } catch (error) {
    if (error instanceof SavedPageError) throw error
    const problem = `The HAR is not complete JSON: reading stopped in the first ${size} bytes.`
    throw new SavedPageError('damaged', problem, { cause: error })
  } finally {
    stream.destroy()
  }
}

function* readEntry(entry: unknown, number: number): Generator<FoundPage> {
  const { success, output } = v.safeParse(entrySchema, entry)
  if (!success) {
    yield { number, error: { code: 'damaged', message: `Entry ${number} lacks members of a HAR.` } }
    return
  }
  const { status, content } = output.response
  const { mimeType, text, encoding } = content
  if (text === undefined || !isHtmlType(mimeType)) return
  const isText = encoding !== 'base64'
  const bytes = Buffer.from(text, isText ? 'utf8' : 'base64')
  yield { number, bytes, url: output.request.url, status, contentType: isText ? 'text/html; charset=utf-8' : mimeType }
}
