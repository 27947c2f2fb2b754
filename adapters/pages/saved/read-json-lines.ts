import * as v from 'valibot'
import { withoutMark, type ByteStream } from './byte-stream.ts'
import { splitLines } from './lines.ts'
import type { FoundPage } from './saved-page.ts'

/** A page of the greatest size, each of its bytes as an escape of six characters, and its other members. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const json = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))
const BASE64 = /^[\w+/=\s-]+$/

/** JSON lines, each an object with a page in the member `field`. Also read: `url`, `status`, `content_type`. */
export async function* readJsonLines(source: ByteStream, field: string): AsyncGenerator<FoundPage> {
  let number = 0
  for await (const { bytes, isComplete } of splitLines(withoutMark(source), MAX_LINE_BYTES)) {
    number++
    if (bytes === null) yield unreadable(number, 'page_too_large', `has more than ${MAX_LINE_BYTES} bytes`)
    else
      yield* readLine(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(), number, field, isComplete)
  }
}

function* readLine(line: string, number: number, field: string, isComplete: boolean): Generator<FoundPage> {
  if (line.trim() === '') return
  const { success, output } = v.safeParse(json, line)
  if (!success) {
    if (isComplete) yield unreadable(number, 'damaged', 'is not a JSON object')
    else yield unreadable(number, 'truncated', 'ends in the middle: the file is truncated')
    return
  }
  const { [field]: page, url, status, content_type: contentType } = output
  if (typeof page !== 'string') {
    yield unreadable(
      number,
      'damaged',
      `has no text in the member "${field}". The option "field" names the member with the page`,
    )
    return
  }
  const isText = !isBase64(page)
  yield {
    number,
    bytes: Buffer.from(page, isText ? 'utf8' : 'base64'),
    url: typeof url === 'string' ? url : undefined,
    status: typeof status === 'number' ? status : undefined,
    contentType: isText ? 'text/html; charset=utf-8' : typeof contentType === 'string' ? contentType : undefined,
  }
}

/** A page has a "<", which base64 does not have. */
function isBase64(text: string): boolean {
  return !text.includes('<') && BASE64.test(text)
}

function unreadable(number: number, code: string, problem: string): FoundPage {
  return { number, error: { code, message: `Line ${number} ${problem}.` } }
}
