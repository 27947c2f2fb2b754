import type { Provenance } from '../field/trace.ts'
import type { Page } from '../html/page.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'

/** How a page is extracted. */
export interface ExtractOptions {
  /** Adds the page itself as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Records every candidate that was tried. Default: false. */
  readonly explain?: boolean | undefined
  /** What was posted for a part that a page loads later. Default: the page is not such a part. */
  readonly posted?: string | undefined
}

/** The request by which a page loads what it does not hold yet: with POST, on the page's host. */
export interface PageRest {
  /** With its query. Begins with one slash. */
  readonly path: string
  readonly contentType: string
  /** Headers besides those of a browser. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Result of reading a page. It keeps nothing of the page in memory. */
export interface Extraction<Rec extends object = object, Path extends string = string> extends Provenance<Path> {
  /** Absent: null, the page lacks what makes such a record. */
  readonly record: Rec | null
  /** Whether the page offers a next one. Absent: null, such a record has one page. */
  readonly hasMore: boolean | null
  /** Positions of the elements of the rows, as in `attempts`. Absent: null, the record has no rows, or `explain` is not set. */
  readonly rowElements: readonly number[] | null
  /** Whether the record is of something else than was asked for. */
  readonly isMismatch: boolean
  /** Whether the page says that the shop failed to render a part of it: another attempt can give more. */
  readonly isIncomplete: boolean
  /** Whether the page ends in the middle of something, or has no end: the record, if there is one, lacks what came after. */
  readonly isCut: boolean
  /** Whether the page has the reviews of a product that has ratings. Default: null, the page does not tell. */
  readonly hasReviews?: boolean | null
  /** Whether the shop left out what was asked for, as it does in some sessions of visitors: another session can give it. Default: false. */
  readonly isWithheld?: boolean
  /** Whether the page does not print the code that was asked for. Default: false. */
  readonly isUnconfirmed?: boolean
  /** How the page loads the rest of its rows. Absent: null or undefined, it holds all of them. */
  readonly rest?: PageRest | null | undefined
}

/**
 * Reads the record of a page. Page content is never an exception: see `record` and `issues`.
 *
 * `Asked`: what was asked for, as far as reading the page depends on it.
 *
 * Throws: `invalid_argument`, for a value of `Asked` that has no meaning; `invalid_selector`, for a
 * marketplace with a wrong selector.
 */
export type Extract<
  Rec extends object,
  Maps extends object,
  Path extends string = string,
  Asked extends object = object,
> = (page: Page, marketplace: Marketplace<string, Maps>, options?: ExtractOptions & Asked) => Extraction<Rec, Path>
