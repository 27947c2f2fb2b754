import {
  classifyPage,
  extractors,
  findRecordOf,
  parsePage,
  readLocation,
  recognizeDomain,
  sniffContainer,
  toBytes,
  type Asked,
  type Extract,
  type Extraction,
  type KindOf,
  type PageInput,
  type PageKind,
  type RecordName,
} from '../../core/index.ts'
import { marketplaces, site, type BaseMaps, type Domain } from '../../selectors/index.ts'
import { requireMarketplace } from './require-marketplace.ts'

/** What is known about a page, and what is wanted of it. */
export interface ExtractPageOptions extends Asked {
  /** Marketplace. Default: recognized from the page. */
  readonly domain?: Domain | undefined
  /** HTTP status that the page came with. Default: unknown. */
  readonly status?: number | undefined
  /** URL of the page, after all redirects. Default: unknown. */
  readonly url?: string | undefined
  /** Value of the header `Content-Type` that the page came with. Default: unknown. */
  readonly contentType?: string | undefined
  /** Adds the page itself to the record, as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Records every selector that was tried, as `attempts`. Default: false. */
  readonly explain?: boolean | undefined
}

interface Verdict {
  /** What decided the kind, for a person. */
  readonly evidence: string
  /** Place of delivery that the header of the page shows. Absent: null, it has no such header. */
  readonly location: string | null
}

/** A page of one kind, with its record. */
type PageOf<Name extends RecordName, Kind> = Verdict & { readonly kind: Kind; readonly domain: Domain } & ReturnType<
    (typeof extractors)[Name]
  >

/** A page that a record is read from, by the name of the record. Each kind is a type of its own, so that `kind` narrows. */
export type RecordPage<Name extends RecordName = RecordName> = {
  readonly [N in Name]: { readonly [Kind in KindOf<N>]: PageOf<N, Kind> }[KindOf<N>]
}[Name]

/** A page of any other kind. It has no record. */
export interface OtherPage extends Verdict, Extraction<never, never> {
  readonly kind: Exclude<PageKind, RecordPage['kind']>
  /** Absent: null, the page names no marketplace. */
  readonly domain: Domain | null
  readonly record: null
}

/** What was read from one page. */
export type PageExtraction = RecordPage | OtherPage

/** How the record of pages of any kind is read. */
type ExtractAny = (...args: Parameters<Extract<object, BaseMaps>>) => Extraction

const EXTRACTORS: Readonly<Record<RecordName, ExtractAny>> = { ...extractors }

/** What a page without a record gives. */
const NOTHING = {
  record: null,
  hasMore: null,
  rowElements: null,
  isMismatch: false,
  isIncomplete: false,
  issues: [],
  winners: {},
  attempts: null,
} as const

/**
 * Extracts a page of any kind, from any marketplace. A file that holds pages, such as a WARC, that is compressed, or that is a PDF or an image is
 * `unknown`: the evidence says what it is, and nothing of it is read.
 *
 * Throws: `invalid_argument` for a domain that does not exist, for a page with a record that names
 * no marketplace when no domain is given, and for an input that is not a page; the errors of
 * `parsePage`.
 *
 * @example
 * ```ts
 * import { extractPage } from 'shelfmark/pages'
 *
 * const page = extractPage(bytes, { url, status: 200 })
 * if (page.kind === 'product') console.log(page.record?.price, page.winners.price)
 * else console.log(`no product, but a page of kind ${page.kind}: ${page.evidence}`)
 * ```
 */
export function extractPage(input: PageInput, options: ExtractPageOptions = {}): PageExtraction {
  const bytes = toBytes(input)
  // Text has no encoding any more, whatever it declares.
  const contentType = typeof input === 'string' ? 'text/html; charset=utf-8' : options.contentType
  const { status, url } = options
  if (sniffContainer(bytes) !== null) {
    return {
      domain: options.domain ?? null,
      ...classifyPage({ status, url, bytes }, site),
      location: null,
      ...NOTHING,
    } as OtherPage
  }
  const page = parsePage(bytes, { contentType })
  const { kind, evidence } = classifyPage({ status, url, bytes, page }, site)
  const domain = options.domain ?? recognizeDomain(page, marketplaces.values())
  const record = findRecordOf(kind)
  const location = readLocation(page, site)
  if (record === null) return { domain, kind, evidence, location, ...NOTHING } as OtherPage
  const marketplace = requireMarketplace(domain)
  const extraction = EXTRACTORS[record.name](page, marketplace, options)
  return { domain: marketplace.domain, kind, evidence, location, ...extraction } as RecordPage
}
