import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireMarketplace } from '../../pages/require-marketplace.ts'
import {
  abortedFetch,
  MAX_BYTES,
  SourceError,
  tooLargeError,
  type FetchedPage,
  type PageSource,
} from './page-source.ts'

const PRODUCT_PATH = /^\/dp\/([A-Z0-9]{10})$/

/** Error codes of a file that does not exist, or that no file system can hold. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'])

/**
 * Saved pages in a folder, one page a file, `<folder>/<domain>/<record>/<name>.html`. The name follows from the URL:
 *
 * - `/dp/<ASIN>`: the ASIN.
 * - `/s`: `<query>[.<sort>][.<page>]`. The query in lower case, as `encodeURIComponent`
 *   writes it, with `%2E` for a dot; the sort as in the URL (`price-asc-rank`), omitted when
 *   it is the marketplace's default; the page, omitted when it is the first:
 *   `usb%20cable.price-asc-rank.2.html`.
 * - Another URL: its path and its query string, written in the same way.
 *
 * A file that does not exist gives status 404. A request can't name a file outside of the folder.
 *
 * Rejects: `page_too_large`; `network` for a file that can't be read.
 */
export function directorySource(folder: string): PageSource {
  return {
    fetch: async ({ record, domain, url }, signal) => {
      if (signal.aborted) throw abortedFetch()
      const file = `${nameOf(new URL(url))}.html`
      const bytes = await readPage(join(folder, requireMarketplace(domain).domain, record, file))
      const answer: FetchedPage = { status: 200, url, contentType: undefined, bytes: bytes ?? new Uint8Array() }
      return bytes === null ? { ...answer, status: 404 } : answer
    },
    close: async () => undefined,
  }
}

/** Name of a page's file, without the extension. */
function nameOf({ pathname, search, searchParams }: URL): string {
  const asin = PRODUCT_PATH.exec(pathname)?.[1]
  if (asin !== undefined) return asin
  const query = searchParams.get('k')
  if (pathname !== '/s' || query === null) return encodeName(pathname + search)
  const page = searchParams.get('page') ?? '1'
  const names = [query.toLowerCase(), searchParams.get('s') ?? '', page === '1' ? '' : page]
  return names
    .filter((name) => name !== '')
    .map(encodeName)
    .join('.')
}

/** The result contains no slash and no dot. */
function encodeName(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E')
}

/** Absent: null, the file does not exist. */
async function readPage(path: string): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) throw tooLargeError(MAX_BYTES)
    return await readFile(path)
  } catch (error) {
    if (error instanceof SourceError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (ABSENT.has(code)) return null
    throw new SourceError('network', `The saved page can't be read: ${message}.`, { cause: error })
  }
}
