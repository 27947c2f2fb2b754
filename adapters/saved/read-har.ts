import * as v from 'valibot'
import type { ByteStream } from './byte-stream.ts'
import { readEntries } from './har-entries.ts'
import { toUnreadable, type FoundPage } from './saved-page.ts'
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
