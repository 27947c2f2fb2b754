import { readFile } from '../../../pages/saved/read-file.ts'
import type { FoundPage, PageInFile } from './protocol.ts'

/** More pages are not listed. */
const MAX_PAGES = 500

interface PagesOfFile {
  /** By name. */
  readonly found: ReadonlyMap<string, PageInFile>
  /** Those that can't be read included. Order: that of the file. */
  readonly listed: readonly FoundPage[]
}

/** The pages of a file that holds some: it is read as `shelfmark/saved` reads it. */
export async function listPages(bytes: Uint8Array, file: string): Promise<PagesOfFile> {
  const found = new Map<string, PageInFile>()
  const listed: FoundPage[] = []
  for await (const page of readFile(file, inOnePiece(bytes), 'html', null)) {
    const { name, url } = page
    if ('error' in page) listed.push({ name, url, size: null, problem: page.error.message })
    else {
      found.set(name, page)
      listed.push({ name, url, size: page.bytes.length, problem: null })
    }
    if (listed.length === MAX_PAGES) break
  }
  return { found, listed }
}

// oxlint-disable-next-line require-await -- Streams are asynchronous.
async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
