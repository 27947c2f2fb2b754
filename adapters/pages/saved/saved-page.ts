/** Where a page was found. */
export interface PageOrigin {
  /** Path of its file, as it was given or listed; `-` for standard input. */
  readonly file: string
  /**
   * Number of its record in the file, from 1: the record of a WARC, the entry of a HAR, the line of JSON lines.
   * Absent: null, the file is one page.
   */
  readonly number: number | null
  /** The file and the number: `pages.warc.gz#12`. For a file that is one page, the file. */
  readonly name: string
  /** URL that the page came from. Absent: undefined, the file does not say. */
  readonly url: string | undefined
}

/** A page as a file has it. */
export interface SavedPage extends PageOrigin {
  readonly bytes: Uint8Array
  /** HTTP status that the page came with. Absent: undefined, the file does not say. */
  readonly status: number | undefined
  /** Value of `Content-Type` that is true of `bytes`. Absent: undefined, the file does not say. */
  readonly contentType: string | undefined
}

/**
 * Why a page can't be read.
 *
 * - `truncated`: the file ends in the middle of it.
 * - `damaged`: its bytes are not in their format.
 * - `page_too_large`: it has more bytes than a page may have.
 * - `unsupported`: its file is in a format that is not read, such as ZIP. The message says what to do.
 */
export type SavedPageProblem = 'truncated' | 'damaged' | 'page_too_large' | 'unsupported'

/** A page, or a part of a file, that can't be read. */
export interface UnreadablePage extends PageOrigin {
  /** `code`: a `SavedPageProblem`; for a file that can't be opened, the error code of the operating system, such as `EACCES`. */
  readonly error: { readonly code: string; readonly message: string }
}

/** A page of a file, before the file is known. */
export type FoundPage =
  | (Omit<SavedPage, 'file' | 'name' | 'url' | 'status' | 'contentType'> & Partial<SavedPage>)
  | (Pick<UnreadablePage, 'number' | 'error'> & { readonly url?: string | undefined })

/** Reading a page failed. The message is for a person, and does not name the file. */
export class SavedPageError extends Error {
  override readonly name = 'SavedPageError'
  readonly code: SavedPageProblem

  constructor(code: SavedPageProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The page that a failure leaves. Throws: the error itself, when it is of another kind. */
export function toUnreadable(error: unknown, number: number | null, url?: string): FoundPage {
  if (!(error instanceof SavedPageError)) throw error
  return { number, url, error: { code: error.code, message: error.message } }
}
