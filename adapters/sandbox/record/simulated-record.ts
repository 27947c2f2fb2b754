import type { Place, RecordName } from '../../../core/index.ts'
import type { PageWeight } from '../markup/filler.ts'
import type { PageState } from '../states/render-state.ts'
import type { ShopTime } from '../truth/shop-time.ts'

/** What every page is printed for. */
export interface PageToPrint {
  readonly domain: string
  readonly weight: PageWeight
  /** Place of delivery that the header shows, and that price, shipping and stock are for. Absent: undefined, none was asked for. */
  readonly place?: Place | undefined
  /** Whether the visitor is shown no reviews. Default: false. */
  readonly withholdsReviews?: boolean | undefined
  /** When it is printed. Default: no time, the same request always gives the same page. */
  readonly time?: ShopTime | undefined
}

/** A page of a record that is asked for, on any marketplace. */
export interface AskedPage<Request extends PageToPrint> {
  readonly request: Omit<Request, keyof PageToPrint>
  /** Fault rules of its query, in the syntax of `parseFaults`. Empty: it has none. */
  readonly faults: string
  /** Whether the page moves by the clock. Default: false. */
  readonly moves?: boolean | undefined
}

/** What a request sends with POST. */
export interface PostedRequest {
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** A redirect to another path on the same host. */
export interface Redirect {
  readonly status: 301 | 302
  /** Begins with a slash. */
  readonly to: string
}

/** What an address leads to: a page, a redirect, or a page state. */
type Destination<Request extends PageToPrint = PageToPrint> =
  | AskedPage<Request>
  | Redirect
  | { readonly state: PageState }

/** Queries with a special answer. */
export interface Magic {
  /** What a query of the record is called. */
  readonly heading: string
  readonly answers: readonly MagicAnswer[]
}

/** A query with a special answer. */
interface MagicAnswer {
  readonly query: string
  /** For `shelfmark sandbox --list`. */
  readonly description: string
}

/** A page that is worth a look. */
export interface SandboxExample {
  readonly query: string
  readonly domain: string
  /** What it shows, in the middle of a sentence. */
  readonly text: string
}

/** A record of the simulated marketplace: where its pages are, what is asked for there, and how they are printed. */
export interface SimulatedRecord<Name extends RecordName, Request extends PageToPrint> {
  readonly name: Name
  readonly magic: Magic
  /** For the playground. */
  readonly examples: readonly SandboxExample[]
  /** The first page of a query. */
  ask(query: string): AskedPage<Request>
  /** What an address leads to. `path`: without the language of the visitor. Absent: null, it is not an address of the record. */
  findDestination(path: string, parameters: URLSearchParams): Destination<Request> | null
  /** What a request with POST leads to. Default: nothing is posted to the record. Absent: null, as for `findDestination`. */
  findPosted?(path: string, parameters: URLSearchParams, posted: PostedRequest): Destination<Request> | null
  /** Markup of a page. The same request always gives the same page. */
  print(request: Request): string
}

/** Any simulated record. It prints only what it was asked for itself. */
export type AnySimulatedRecord = SimulatedRecord<RecordName, PageToPrint>
