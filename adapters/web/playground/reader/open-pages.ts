import { findRecordOf, parsePage, toBytes, type Page, type RecordName } from '../../../../core/index.ts'
import { extractNamed } from '../../../pages/extract-page.ts'
import { takePage } from './file-pages.ts'
import { printPage, type PrintedPage } from './print-page.ts'
import type { PageReading, ReaderInput, ReadOptions, RecordReading } from './protocol.ts'

/** A page that the worker keeps, so that more can be asked about it. */
export interface OpenPage {
  readonly bytes: Uint8Array
  readonly page: Page
  /** What is known about it, apart from what it says. */
  readonly known: Omit<ReadOptions, 'keepsImages' | 'record'>
  readonly reading: RecordReading
}

const pages = new Map<number, OpenPage>()
let lastId = 0

/**
 * Reads a page with all attempts, and keeps it. `kept`: numbers of the pages that are still shown; others are dropped.
 *
 * Throws: as `extractNamed`.
 */
export async function openPage(
  source: ReaderInput,
  options: ReadOptions,
  kept: readonly number[],
): Promise<PageReading> {
  for (const id of pages.keys()) if (!kept.includes(id)) pages.delete(id)
  const { keepsImages, record: named = null, ...asked } = options
  const given = await load(source)
  const known = { ...asked, ...given.known }
  const { bytes } = given
  const reading = readBytes(bytes, known, named)
  const page = parsePage(bytes, { contentType: known.contentType })
  const id = ++lastId
  pages.set(id, { bytes, page, known, reading })
  return { ...reading, id, page: printPage(page, { keepsImages }), size: bytes.length }
}

/** Reads another record from a page that is open. */
export function readAs(id: number, record: RecordName): RecordReading {
  const open = requireOpen(id)
  const reading = readBytes(open.bytes, open.known, record)
  pages.set(id, { ...open, reading })
  return reading
}

function readBytes(bytes: Uint8Array, known: OpenPage['known'], named: RecordName | null): RecordReading {
  const startMs = performance.now()
  const extraction = extractNamed(named, bytes, { ...known, explain: true })
  const elapsedMs = performance.now() - startMs
  return { extraction, record: findRecordOf(extraction.kind, named)?.name ?? null, elapsedMs }
}

interface Loaded {
  readonly bytes: Uint8Array
  readonly known: Partial<ReadOptions>
}

async function load(source: ReaderInput): Promise<Loaded> {
  if (typeof source === 'object' && 'saved' in source) {
    const { bytes, ...known } = takePage(source.saved)
    return { bytes, known: withoutUnknown(known) }
  }
  const text = typeof source === 'string' ? source : (await import('./sandbox-page.ts')).printSandboxPage(source)
  // Text has no encoding any more, whatever it declares.
  return { bytes: toBytes(text), known: { contentType: 'text/html; charset=utf-8' } }
}

function withoutUnknown<Known extends object>(known: Known): Partial<Known> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Partial<Known>
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
