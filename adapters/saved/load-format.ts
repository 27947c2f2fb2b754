import { loadWithPackages } from '../load-packages.ts'
import type { ByteStream } from './byte-stream.ts'
import { readHtml } from './read-html.ts'
import { readJsonLines } from './read-json-lines.ts'
import { readWarc } from './read-warc.ts'
import type { FoundPage } from './saved-page.ts'
import type { SavedFormat } from './sniff-format.ts'

/** Reads the pages of one file. It is called again with the rest of a file after damage to it. */
export type ReadPages = (source: ByteStream) => AsyncIterable<FoundPage>

/** The reader of a format. Rejects: with a `MissingPackageError` when its package is not installed. */
export async function loadFormat(format: SavedFormat, field: string): Promise<ReadPages> {
  switch (format) {
    case 'html':
      return readHtml
    case 'json-lines':
      return (source) => readJsonLines(source, field)
    case 'mhtml':
      return (await loadWithPackages('MHTML', () => import('./read-mhtml.ts'))).readMhtml
    case 'har':
      return (await loadWithPackages('HAR', () => import('./read-har.ts'))).readHar
    case 'warc': {
      const count = { records: 0 }
      return (source) => readWarc(source, count)
    }
  }
}
