import type { ExtractPageOptions, PageExtraction } from '../../../pages/extract-page.ts'
import type { PrintedPage } from './print-page.ts'

export interface ReadOptions extends Pick<ExtractPageOptions, 'domain' | 'asin' | 'status' | 'url' | 'contentType'> {
  /** Keeps the addresses of images and style sheets in the page that is shown. */
  readonly keepsImages: boolean
}

/** A page of the simulated marketplace: the first of what is asked for. */
export interface SandboxPage {
  /** Name of its record. */
  readonly record: string
  readonly query: string
  readonly domain: string
}

/** A page to read: its bytes or text, or one that the worker makes. */
export type ReaderInput = Uint8Array | string | SandboxPage

/** What was read from a page, and the page to show it in. */
export interface PageReading {
  /** Number under which the worker keeps the page. */
  readonly id: number
  readonly extraction: PageExtraction
  /** The page as harmless HTML: see `printPage`. */
  readonly page: PrintedPage
  /** Unit: bytes. */
  readonly size: number
  /** Time of the extraction alone. Unit: ms. */
  readonly elapsedMs: number
}
