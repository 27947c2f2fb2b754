import * as v from 'valibot'
import { withoutMark, type ByteStream } from './byte-stream.ts'
import { splitLines } from './lines.ts'
import { toUnreadable, type FoundPage } from './saved-page.ts'

/** A page of the greatest size, each of its bytes as an escape of six characters, and its other members. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const object = v.record(v.string(), v.unknown())
const json = v.pipe(v.string(), v.parseJson(), object)
const BASE64 = /^[\w+/=\s-]+$/

/**
 * JSON lines, each an object with a page in the member `field`, or in one of its members: `response.body`. Also read, next
 * to the page or at the top: `url`, `status`, `content_type`.
 */
export async function* readJsonLines(source: ByteStream, field: string): AsyncGenerator<FoundPage> {
  let number = 0
  for await (const { bytes, isComplete } of splitLines(withoutMark(source), MAX_LINE_BYTES)) {
    number++
    const reader = pageReader('Line', number, field)
    if (bytes === null) {
      yield reader.unreadable('page_too_large', `has more than ${MAX_LINE_BYTES} bytes`)
      continue
    }
    const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    if (line.trim() === '') continue
    const { success, output } = v.safeParse(json, line)
    if (success) yield reader.read(output)
    else if (isComplete) yield reader.unreadable('damaged', 'is not a JSON object')
    else yield reader.unreadable('truncated', 'ends in the middle: the file is truncated')
  }
}

/** A list of such objects. `items`: reads its items. */
export async function* readJsonArray(items: AsyncIterable<unknown>, field: string): AsyncGenerator<FoundPage> {
  let number = 0
  try {
    for await (const item of items) {
      number++
      const reader = pageReader('Item', number, field)
      const { success, output } = v.safeParse(object, item)
      yield success ? reader.read(output) : reader.unreadable('damaged', 'is not a JSON object')
    }
  } catch (error) {
    yield toUnreadable(error, number + 1)
  }
}

interface PageReader {
  /** The page of an object. */
  readonly read: (from: JsonObject) => FoundPage
  readonly unreadable: (code: string, problem: string) => FoundPage
}

type JsonObject = Readonly<Record<string, unknown>>

function pageReader(what: 'Line' | 'Item', number: number, field: string): PageReader {
  const unreadable = (code: string, problem: string): FoundPage => ({
    number,
    error: { code, message: `${what} ${number} ${problem}.` },
  })
  const read = (from: JsonObject): FoundPage => {
    const { holder, name } = findHolder(from, field)
    const page = holder[name]
    if (typeof page !== 'string') {
      const advice = 'The option "field" names the member with the page'
      return unreadable('damaged', `has no text in the member "${field}". ${advice}`)
    }
    const isText = !isBase64(page)
    const { url = from['url'], status = from['status'], content_type: contentType = from['content_type'] } = holder
    return {
      number,
      bytes: Buffer.from(page, isText ? 'utf8' : 'base64'),
      url: typeof url === 'string' ? url : undefined,
      status: typeof status === 'number' ? status : undefined,
      contentType: isText ? 'text/html; charset=utf-8' : typeof contentType === 'string' ? contentType : undefined,
    }
  }
  return { read, unreadable }
}

/** The object that has the member of a path such as `response.body`. A member that is named as the whole path counts first. */
function findHolder(from: JsonObject, path: string): { readonly holder: JsonObject; readonly name: string } {
  const names = Object.hasOwn(from, path) ? [path] : path.split('.')
  let holder = from
  for (const name of names.slice(0, -1)) {
    const { success, output } = v.safeParse(object, holder[name])
    holder = success ? output : {}
  }
  return { holder, name: names.at(-1) ?? path }
}

/** A page has a "<", which base64 does not have. */
function isBase64(text: string): boolean {
  return !text.includes('<') && BASE64.test(text)
}
