import type { ByteStream } from '../../../../pages/saved/byte-stream.ts'
import { SavedPageError } from '../../../../pages/saved/saved-page.ts'

/** Values of `log.entries` of a HAR, as `adapters/pages/saved/har-entries.ts` gives them in Node. Throws: `damaged`. */
export async function* readEntries(source: ByteStream): AsyncGenerator {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of source) text += decoder.decode(piece, { stream: true })
  yield* toEntries(text + decoder.decode())
}

function toEntries(text: string): readonly unknown[] {
  try {
    const { log } = JSON.parse(text) as { readonly log: { readonly entries: unknown } }
    if (Array.isArray(log.entries)) return log.entries
  } catch (cause) {
    throw new SavedPageError('damaged', 'The HAR is not complete JSON.', { cause })
  }
  throw new SavedPageError('damaged', 'The HAR has no list of entries.')
}
