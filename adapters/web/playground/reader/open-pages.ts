import { parsePage, toBytes, type Page } from '../../../../core/index.ts'
import { extractPage, type PageExtraction } from '../../../pages/extract-page.ts'
import { printPage, type PrintedPage } from './print-page.ts'
import type { PageReading, ReaderInput, ReadOptions } from './protocol.ts'

/** A page that the worker keeps, so that more can be asked about it. */
export interface OpenPage {
  readonly bytes: Uint8Array
  readonly page: Page
  readonly options: ReadOptions
  readonly extraction: PageExtraction
}

const pages = new Map<number, OpenPage>()
let lastId = 0

/**
 * Reads a page with all attempts, and keeps it. `kept`: numbers of the pages that are still shown; others are dropped.
 *
 * Throws: as `extractPage`.
 */
export async function openPage(
  source: ReaderInput,
  options: ReadOptions,
  kept: readonly number[],
): Promise<PageReading> {
  for (const id of pages.keys()) if (!kept.includes(id)) pages.delete(id)
  const { keepsImages, ...known } = options
  const isGiven = typeof source === 'string' || source instanceof Uint8Array
  const input = isGiven ? source : (await import('./sandbox-page.ts')).printSandboxPage(source)
  // Text has no encoding any more, whatever it declares.
  const contentType = typeof input === 'string' ? 'text/html; charset=utf-8' : options.contentType
  const bytes = toBytes(input)
  const startMs = performance.now()
  const extraction = extractPage(bytes, { ...known, contentType, explain: true })
  const elapsedMs = performance.now() - startMs
  const page = parsePage(bytes, { contentType })
  const id = ++lastId
  pages.set(id, { bytes, page, options: { ...options, contentType }, extraction })
  return { id, extraction, page: printPage(page, { keepsImages }), size: bytes.length, elapsedMs }
}

/** Prints a page again, with its images and styles or without. */
export function printAgain(id: number, keepsImages: boolean): PrintedPage {
  return printPage(requireOpen(id).page, { keepsImages })
}

/** Throws: Error, when the worker does not keep the page. */
export function requireOpen(id: number): OpenPage {
  const page = pages.get(id)
  if (page === undefined) throw new Error('The page is not open any more. Open it again.')
  return page
}
