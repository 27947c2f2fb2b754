import type { ExtractPageOptions, PageExtraction } from '../../../pages/extract-page.ts'

export interface ReadOptions extends Pick<ExtractPageOptions, 'domain' | 'asin' | 'status' | 'url'> {
  /** Keeps the addresses of images and style sheets in the page that is shown. */
  readonly keepsImages: boolean
}

/** A product or a search of the simulated marketplace. */
export type SandboxPage =
  | { readonly domain: string; readonly asin: string; readonly query?: undefined }
  | { readonly domain: string; readonly query: string; readonly asin?: undefined }

/** A page to read: its bytes or text, or one that the worker makes. */
export type ReaderInput = Uint8Array | string | SandboxPage

/** What was read from a page, and the page to show it in. */
export interface PageReading {
  readonly extraction: PageExtraction
  /** The page as harmless HTML: see `printPage`. */
  readonly html: string
  /** Unit: bytes; characters of a text. */
  readonly size: number
  /** Time of the extraction alone. Unit: ms. */
  readonly elapsedMs: number
}

/** What the worker is asked. */
export interface ReadRequest {
  readonly id: number
  readonly source: ReaderInput
  readonly options: ReadOptions
}

/** What the worker answers. `problem`: why the page can't be read, in a sentence. */
export type ReadAnswer =
  | { readonly id: number; readonly reading: PageReading }
  | { readonly id: number; readonly problem: string }
