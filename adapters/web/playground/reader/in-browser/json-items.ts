import type { ByteStream } from '../../../../pages/saved/byte-stream.ts'
import type { JsonList } from '../../../../pages/saved/json-items.ts'
import { SavedPageError } from '../../../../pages/saved/saved-page.ts'

/** Items of the list of a file of JSON, as `adapters/pages/saved/json-items.ts` gives them in Node. Throws: `damaged`. */
export async function* readItems(source: ByteStream, list: JsonList): AsyncGenerator {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of source) text += decoder.decode(piece, { stream: true })
  yield* toItems(text + decoder.decode(), list)
}

function toItems(text: string, list: JsonList): readonly unknown[] {
  try {
    const json = JSON.parse(text) as { readonly log?: { readonly entries?: unknown } }
    const items = list === 'HAR' ? json.log?.entries : json
    if (Array.isArray(items)) return items
  } catch (cause) {
    throw new SavedPageError('damaged', `The ${list} is not complete.`, { cause })
  }
  throw new SavedPageError('damaged', `The ${list} has no list of entries.`)
}
