import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireRecord } from '../../../core/index.ts'
import { requireMarketplace } from '../../require-marketplace.ts'
import {
  abortedFetch,
  MAX_BYTES,
  SourceError,
  tooLargeError,
  type FetchedPage,
  type PageRequest,
  type PageSource,
} from './page-source.ts'

/** Error codes of a file that does not exist, or that no file system can hold. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'])

/**
 * Saved pages in a folder, one page a file:
 *
 * - `<folder>/<domain>/product/<ASIN>.html`
 * - `<folder>/<domain>/search/[<query>][.me=<seller>][.rh=<conditions>][.<sort>][.<page>].html`: the query in lower
 *   case, as `encodeURIComponent` writes it, with `%2E` for a dot; the sort as in
 *   the URL (`price-asc-rank`), omitted when it is the marketplace's default; the page,
 *   omitted when it is the first: `usb%20cable.price-asc-rank.2.html`. Seller and conditions are those of the
 *   address, written in the same way: `usb%20cable.rh%3Dp_89%3AHalden%2Cp_36%3A1000-.html`.
 * - `<folder>/<domain>/<record>/<name>[.<name>].html` in general: the names are those
 *   that the definition of the record gives to an address (`savedAs`), without empty ones.
 *
 * A page for a place of delivery is in a folder of its own, between domain and record: `com/10001/product/<ASIN>.html`,
 * `com.au/2000.SYDNEY/...`, `ae/Dubai/...`, `nl/BE/...`: the parts of the place as the names of a search.
 *
 * A file that does not exist gives status 404. A request can't name a file outside of the folder.
 *
 * Rejects: `page_too_large`; `network` for a file that can't be read.
 */
export function directorySource(folder: string): PageSource {
  return {
    heedsPlace: true,
    fetch: async (request, signal) => {
      const { domain, url } = request
      if (signal.aborted) throw abortedFetch(signal)
      const name = fileOf(request)
      const bytes = name === null ? null : await readPage(join(folder, requireMarketplace(domain).domain, name))
      const answer: FetchedPage = { status: 200, url, contentType: undefined, bytes: bytes ?? new Uint8Array() }
      return bytes === null ? { ...answer, status: 404 } : answer
    },
    close: async () => undefined,
  }
}

/** Path of a page's file in its marketplace's folder. Absent: null, the URL is not that of such a record. */
function fileOf({ record, domain, url, place }: PageRequest): string | null {
  const names = requireRecord(record).savedAs(requireMarketplace(domain), new URL(url))
  if (names === null) return null
  const folder = place === undefined ? '' : `${joinNames([place.zip, place.city, place.shipTo])}/`
  return `${folder}${record}/${joinNames(names)}.html`
}

/** Names that are there, with dots between them. */
function joinNames(names: readonly (string | null)[]): string {
  return names.flatMap((name) => (name === null || name === '' ? [] : encodeName(name))).join('.')
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
