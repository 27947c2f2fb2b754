import { readPageBytes, type ByteStream } from './byte-stream.ts'
import type { FoundPage } from './saved-page.ts'

/** One page of HTML. Throws: `page_too_large`. */
export async function* readHtml(source: ByteStream): AsyncGenerator<FoundPage> {
  yield { number: null, bytes: await readPageBytes(source) }
}
