import type { RecordName } from '../../../../core/index.ts'
import type { ExtractPageOptions, NamedExtraction, PageExtraction } from '../../../pages/extract-page.ts'
import type { SavedPage } from '../../../pages/saved/saved-page.ts'
import type { PrintedPage } from './print-page.ts'

export interface ReadOptions extends Pick<ExtractPageOptions, 'domain' | 'asin' | 'status' | 'url' | 'contentType'> {
  /** The record to read. Default: the one that pages of its kind belong to. */
  readonly record?: RecordName | undefined
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

/** A page of the file that the worker has read last. */
export interface PageOfFile {
  /** Its name among the pages of the file. */
  readonly saved: string
}

/** A page to read: its text, one of a file, or one that the worker makes. */
export type ReaderInput = string | PageOfFile | SandboxPage

/** What a file has of a page. */
export type PageInFile = Pick<SavedPage, 'bytes' | 'url' | 'status' | 'contentType'>

/** A page of a file, as a person chooses among them. */
export interface FoundPage {
  /** The file and the number of its record: `crawl.warc.gz#12`. */
  readonly name: string
  /** Absent: undefined, the file does not say. */
  readonly url: string | undefined
  /** Unit: bytes. Absent: null, the page can't be read. */
  readonly size: number | null
  /** Why it can't be read, in a sentence. Absent: null, it can. */
  readonly problem: string | null
}

/** What was read from a page. */
export interface RecordReading {
  readonly extraction: PageExtraction | NamedExtraction
  /** The record that was asked for. Absent: null, pages of this kind have none. */
  readonly record: RecordName | null
  /** Time of the extraction alone. Unit: ms. */
  readonly elapsedMs: number
}

/** What was read from a page, and the page to show it in. */
export interface PageReading extends RecordReading {
  /** Number under which the worker keeps the page. */
  readonly id: number
  /** The page as harmless HTML: see `printPage`. */
  readonly page: PrintedPage
  /** Unit: bytes. */
  readonly size: number
}

/** What a value was read from: enough to read it again, and to see whether it is the same. */
export interface Receipt {
  /** `price`; `products[3].price` of a row. */
  readonly field: string
  readonly value: unknown
  /** Selector, or a description of what else gave the value. Absent: null, it follows from the record. */
  readonly selector: string | null
  /** Text that was read, shortened. Absent: null, there was none. */
  readonly text: string | null
  /** The first element that gave it. Absent: null, it is not from an element. */
  readonly element: { readonly path: string; readonly html: string } | null
  readonly page: {
    /** SHA-256 of its bytes, in hexadecimal. Absent: null, the browser computes it only for https and this machine. */
    readonly sha256: string | null
    /** Unit: bytes. */
    readonly size: number
    readonly kind: string
    readonly domain: string | null
    /** Absent: null, unknown. */
    readonly url: string | null
    /** Absent: null, it is not of the simulated marketplace. */
    readonly simulated: SandboxPage | null
  }
  /** Program that read it. Form: `<extractor>@<semver>`. */
  readonly version: string
}
