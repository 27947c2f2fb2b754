import { sniffContainer } from '../../../../core/index.ts'
import type { FoundPage, PageInFile } from './protocol.ts'

/** Pages of the file that was read last, by their names. */
let pages: ReadonlyMap<string, PageInFile> = new Map()

/** `{`, and what may precede it. */
const BRACE = 123
const MAY_PRECEDE: ReadonlySet<number | undefined> = new Set([9, 10, 13, 32, 0xef, 0xbb, 0xbf])

/** Whether a file is not simply a page. Its bytes decide that, and not its name. */
function mayHoldPages(bytes: Uint8Array): boolean {
  return sniffContainer(bytes) !== null || bytes.find((byte) => !MAY_PRECEDE.has(byte)) === BRACE
}

/** The pages of a file. Those of an earlier file can't be opened any more. */
export async function findPages(bytes: Uint8Array, file: string): Promise<readonly FoundPage[]> {
  if (!mayHoldPages(bytes)) {
    pages = new Map([[file, { bytes, url: undefined, status: undefined, contentType: undefined }]])
    return [{ name: file, url: undefined, size: bytes.length, problem: null }]
  }
  const { listPages } = await import('./list-pages.ts')
  const { found, listed } = await listPages(bytes, file)
  pages = found
  return listed
}

/** A page of the file that was read last. Throws: Error, for a name that no page of the file has. */
export function takePage(name: string): PageInFile {
  const page = pages.get(name)
  if (page === undefined) throw new Error('The file is not open any more. Open it again.')
  return page
}
