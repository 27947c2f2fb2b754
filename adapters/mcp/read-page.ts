import { ShelfmarkError, sniffContainer, type RecordName } from '../../core/index.ts'
import type { PageDomain } from '../../selectors/index.ts'
import { extractNamed, type NamedExtraction, type PageExtraction } from '../pages/extract-page.ts'
import { MissingPackageError, readSavedPages, type SavedPage, type UnreadablePage } from '../pages/saved/index.ts'
import { choosePage } from './choose-page.ts'
import { openPageFile } from './open-page-file.ts'
import { ToolError } from './tool-error.ts'

/** How a model names a saved page. */
export interface PageArguments {
  readonly file?: string | undefined
  readonly html?: string | undefined
  /** Which page of a file with several: its number or its URL. */
  readonly page?: number | string | undefined
  readonly domain?: PageDomain | undefined
  /** The record to read. Default: the one that pages of its kind belong to. */
  readonly record?: RecordName | undefined
}

/**
 * Extracts a saved page. `filesIn`: folder of the files.
 *
 * Rejects: with `invalid_params` for a page that can't be read, and for a file with several pages when none is
 * named.
 */
export async function readPage(
  { file, html, page, domain, record: named }: PageArguments,
  filesIn: string | null,
  explain: boolean,
): Promise<PageExtraction | NamedExtraction> {
  if ((file === undefined) === (html === undefined)) {
    throw new ToolError('invalid_params', 'Give the page as a file or as html, one of both.')
  }
  try {
    const pages = html === undefined ? await readFile(String(file), String(filesIn)) : readText(html)
    const { bytes, url, status, contentType } = await choosePage(pages, page)
    return extractNamed(named ?? null, bytes, { url, status, contentType, domain, explain })
  } catch (error) {
    if (error instanceof MissingPackageError) throw new ToolError(error.code, `Tell the user: ${error.message}`)
    if (error instanceof ShelfmarkError || (error instanceof Error && 'syscall' in error)) {
      throw new ToolError('invalid_params', `The page can't be read: ${error.message}`)
    }
    throw error
  }
}

type Pages = AsyncIterable<SavedPage | UnreadablePage>

async function readFile(file: string, folder: string): Promise<Pages> {
  return readSavedPages(await openPageFile(file, folder), { name: file })
}

/** A page, or the text of a file such as a WARC. Text has no encoding any more, whatever it declares. */
async function* readText(text: string): AsyncGenerator<SavedPage | UnreadablePage> {
  const bytes = Buffer.from(text)
  if (sniffContainer(bytes) !== null) yield* readSavedPages(toStream(bytes))
  else yield { ...TEXT, bytes, contentType: 'text/html; charset=utf-8' }
}

const TEXT = { file: 'html', number: null, name: 'html', url: undefined, status: undefined } as const

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
