import type { ReadAnswer, ReadRequest } from './protocol.ts'
import { readPage } from './read-page.ts'

/** Reads one page after the other, apart from the page that is shown: it stays responsive. */
addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then((result) => postMessage(result))
})

async function answer({ id, source, options }: ReadRequest): Promise<ReadAnswer> {
  try {
    const isPage = typeof source === 'string' || source instanceof Uint8Array
    const input = isPage ? source : (await import('./sandbox-page.ts')).printSandboxPage(source)
    return { id, reading: readPage(input, options) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}
