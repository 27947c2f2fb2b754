import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ShelfmarkError, type Issue, type PageKind, type Product, type SearchResponse } from '../../core/index.ts'
import { extractPage, type ExtractPageOptions } from '../pages/extract-page.ts'
import { STANDARD_INPUT } from '../pages/list-pages.ts'

/** What the command line says of one page. */
export interface FileResult {
  readonly file: string
  readonly domain: string | null
  readonly kind: PageKind
  /** What told the kind; null for a page that could not be read at all. */
  readonly evidence: string | null
  readonly record: Product | SearchResponse | null
  readonly issues: readonly Issue[]
  /** Why the page could not be read at all; null when it could. */
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Reads one page. A page or a file that can't be read is a result, not an exception. */
export async function extractFile(file: string, options: ExtractPageOptions): Promise<FileResult> {
  try {
    const bytes = file === STANDARD_INPUT ? await buffer(process.stdin) : await readFile(file)
    const { domain, kind, evidence, record, issues } = extractPage(bytes, options)
    return { file, domain, kind, evidence, record, issues, error: null }
  } catch (error) {
    return { file, domain: null, kind: 'unknown', evidence: null, record: null, issues: [], error: toFailure(error) }
  }
}

function toFailure(error: unknown): { code: string; message: string } {
  if (error instanceof ShelfmarkError) return { code: error.code, message: error.message }
  const { code, message } = error as NodeJS.ErrnoException
  // Anything else is a mistake of our own, which should be seen.
  if (code === undefined) throw error
  return { code, message }
}
