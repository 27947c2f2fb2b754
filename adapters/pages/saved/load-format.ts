import { loadWithPackages } from '../../load-packages.ts'
import type { ByteStream } from './byte-stream.ts'
import type { ReadAttached } from './read-attached.ts'
import { readHtml } from './read-html.ts'
import { readJsonArray, readJsonLines } from './read-json.ts'
import { readWarc } from './read-warc.ts'
import { SavedPageError, type FoundPage } from './saved-page.ts'
import type { SavedFormat, UnreadFormat } from './sniff-format.ts'

/** Reads the pages of one file. It is called again with the rest of a file after damage to it. */
export type ReadPages = (source: ByteStream) => AsyncIterable<FoundPage>

/** What a file is that is not read, and what to do with it. */
const ADVICE: Readonly<Record<UnreadFormat, string>> = {
  zip: 'A ZIP file is not read. Unpack it, and name the folder; the WARCs of a WACZ are in its folder "archive".',
  zstd: 'A zstd file is not read. Decompress it, for example with "zstd -d", and name the file that it gives.',
  gzip: 'The file is compressed with gzip twice. Decompress it once.',
  pdf: 'A PDF file has nothing of the page that it was printed from. Save the page as HTML.',
  image: 'An image has nothing of the page that it shows. Save the page as HTML.',
}

/**
 * The reader of a format.
 *
 * `readAttached`: reads files next to the file. Absent: null, there are none.
 *
 * Rejects: with a `MissingPackageError` when its package is not installed; with `unsupported` for a format that is not
 * read.
 */
export async function loadFormat(
  format: SavedFormat | UnreadFormat,
  field: string,
  readAttached: ReadAttached | null,
): Promise<ReadPages> {
  switch (format) {
    case 'zip':
    case 'zstd':
    case 'gzip':
    case 'pdf':
    case 'image':
      throw new SavedPageError('unsupported', ADVICE[format])
    case 'html':
      return readHtml
    case 'json-lines':
      return (source) => readJsonLines(source, field)
    case 'json-array': {
      const { readItems } = await loadWithPackages('A list of JSON', () => import('./json-items.ts'))
      return (source) => readJsonArray(readItems(source, 'JSON'), field)
    }
    case 'mhtml':
      return (await loadWithPackages('MHTML', () => import('./read-mhtml.ts'))).readMhtml
    case 'har': {
      const { readHar } = await loadWithPackages('HAR', () => import('./read-har.ts'))
      return (source) => readHar(source, readAttached)
    }
    case 'warc': {
      const count = { records: 0 }
      return (source) => readWarc(source, count)
    }
  }
}
