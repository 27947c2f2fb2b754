import { createReadStream } from 'node:fs'
import { attachedTo } from './read-attached.ts'
import type { ByteStream } from './byte-stream.ts'
import { listSavedFiles } from './list-saved-files.ts'
import { readFile } from './read-file.ts'
import type { SavedPage, UnreadablePage } from './saved-page.ts'

/** How saved pages are read. */
export interface ReadSavedPagesOptions {
  /** Name of the pages of a stream. Default: `-`. */
  readonly name?: string | undefined
  /** Member of JSON lines that has the page. Default: `html`. */
  readonly field?: string | undefined
}

/** Bytes of a file that are read at a time: each piece costs a turn of the event loop. */
const PIECE_BYTES = 512 * 1024

/** Name of standard input. */
export const STANDARD_INPUT = '-'

/**
 * Pages that were saved: HTML, MHTML, WARC, HAR and JSON lines, each also gzipped. The first bytes of a file decide
 * its format. Files are read as streams, and a page when it is asked for.
 *
 * A page that can't be read is an `UnreadablePage`; the pages after it follow where the format allows it.
 *
 * @param source A file, a folder of files (subfolders too), or a stream of bytes such as `process.stdin`.
 * Order: that of the file; files of a folder by name.
 * Throws: the error of the system, when there is no such file; `MissingPackageError`.
 *
 * @example
 * ```ts
 * import { readSavedPages } from 'shelfmark/saved'
 *
 * for await (const page of readSavedPages('crawl.warc.gz')) {
 *   if ('error' in page) console.error(page.name, page.error.message)
 *   else console.log(page.name, page.url, page.bytes.length)
 * }
 * ```
 */
export async function* readSavedPages(
  source: string | ByteStream,
  { name = STANDARD_INPUT, field = 'html' }: ReadSavedPagesOptions = {},
): AsyncGenerator<SavedPage | UnreadablePage> {
  if (typeof source !== 'string') yield* readFile(name, source, field, null)
  else
    for (const file of listSavedFiles(source))
      yield* readFile(file, createReadStream(file, { highWaterMark: PIECE_BYTES }), field, attachedTo(file))
}
