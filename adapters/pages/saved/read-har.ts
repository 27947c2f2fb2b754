import * as v from 'valibot'
import type { ByteStream } from './byte-stream.ts'
import { readItems } from './json-items.ts'
import type { ReadAttached } from './read-attached.ts'
import { SavedPageError, toUnreadable, type FoundPage } from './saved-page.ts'
import { isHtmlType } from './html-type.ts'

/** Source: HAR 1.2, "entries" and "content". Other members are ignored. */
const entrySchema = v.object({
  request: v.object({ url: v.string() }),
  response: v.object({
    status: v.number(),
    content: v.object({
      mimeType: v.string(),
      /** Absent: undefined, the body was not saved, or is in a file. */
      text: v.optional(v.string()),
      /** Name of a file with the body, next to the HAR. An extension of Playwright. */
      _file: v.optional(v.string()),
      /** Absent: undefined, `text` is decoded text. */
      encoding: v.optional(v.string()),
    }),
  }),
})

/**
 * The pages of HTML among the entries of a HAR, in their order.
 *
 * `readAttached`: absent, null, for a HAR without files next to it.
 */
export async function* readHar(source: ByteStream, readAttached: ReadAttached | null): AsyncGenerator<FoundPage> {
  let number = 0
  try {
    for await (const entry of readItems(source, 'HAR')) {
      number++
      yield* readEntry(entry, number, readAttached)
    }
  } catch (error) {
    yield toUnreadable(error, number + 1)
  }
}

async function* readEntry(
  entry: unknown,
  number: number,
  readAttached: ReadAttached | null,
): AsyncGenerator<FoundPage> {
  const { success, output } = v.safeParse(entrySchema, entry)
  if (!success) {
    yield { number, error: { code: 'damaged', message: `Entry ${number} lacks members of a HAR.` } }
    return
  }
  const { status, content } = output.response
  const { mimeType, text, encoding, _file: file } = content
  const { url } = output.request
  if (!isHtmlType(mimeType)) return
  if (text !== undefined) {
    const isText = encoding !== 'base64'
    const bytes = Buffer.from(text, isText ? 'utf8' : 'base64')
    yield { number, bytes, url, status, contentType: isText ? 'text/html; charset=utf-8' : mimeType }
  } else if (file !== undefined)
    yield await readFileOf(file, { number, url, status, contentType: mimeType }, readAttached)
}

/** The page of an entry whose body is in a file next to the HAR. */
async function readFileOf(
  file: string,
  page: Omit<Exclude<FoundPage, { readonly error: unknown }>, 'bytes'>,
  readAttached: ReadAttached | null,
): Promise<FoundPage> {
  const { number, url } = page
  try {
    const bytes = (await readAttached?.(file)) ?? null
    if (bytes !== null) return { ...page, bytes }
    const problem = `The body of entry ${number} is in the file "${file}", which is not next to the HAR.`
    throw new SavedPageError('damaged', problem)
  } catch (error) {
    return toUnreadable(error, number, url)
  }
}
