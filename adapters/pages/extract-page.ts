import {
  classifyPage,
  extractProduct,
  extractSearch,
  parsePage,
  recognizeDomain,
  toBytes,
  type PageInput,
  type PageKind,
  type Product,
  type ProductExtraction,
  type SearchExtraction,
  type SearchResponse,
} from '../../core/index.ts'
import { marketplaces, site, type Domain } from '../../selectors/index.ts'
import { requireMarketplace } from './require-marketplace.ts'

/** What is known about a page, and what is wanted of it. */
export interface ExtractPageOptions {
  /** Marketplace. Default: recognized from the page. */
  readonly domain?: Domain | undefined
  /** ASIN that was requested. Default: none. */
  readonly asin?: string | undefined
  /** HTTP status that the page came with. Default: unknown. */
  readonly status?: number | undefined
  /** URL of the page, after all redirects. Default: unknown. */
  readonly url?: string | undefined
  /** Value of the header `Content-Type` that the page came with. Default: unknown. */
  readonly contentType?: string | undefined
  /** Page of the search that was requested. Default: what the page says. */
  readonly searchPage?: number | undefined
  /** Adds the page itself to the record, as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Records every selector that was tried, as `attempts`. Default: false. */
  readonly explain?: boolean | undefined
}

interface Verdict {
  /** What decided the kind, for a person. */
  readonly evidence: string
}

/** A product page. */
export interface ProductPage extends Verdict, Omit<ProductExtraction, 'record'> {
  readonly kind: 'product'
  readonly domain: Domain
  /** Absent: null, the page states no ASIN, or its document has no title either. */
  readonly record: Product | null
  /** ASIN that the page says it was served for. Absent: null, it does not say so, or there is no record. */
  readonly servedAsin: string | null
}

/** A page of search results. */
export interface SearchPage extends Verdict, Omit<SearchExtraction, 'response'> {
  readonly kind: 'search' | 'no_results'
  readonly domain: Domain
  /** Absent: null, nothing on the page could be read as a card. */
  readonly record: SearchResponse | null
  /** Whether the page offers a next one. */
  readonly hasMore: boolean
}

/** A page of any other kind. It has no record. */
export interface OtherPage extends Verdict {
  readonly kind: Exclude<PageKind, 'product' | 'search' | 'no_results'>
  /** Absent: null, the page names no marketplace. */
  readonly domain: Domain | null
  readonly record: null
  readonly issues: readonly []
  readonly winners: { readonly [path: string]: never }
  readonly attempts: null
}

/** What was read from one page. */
export type PageExtraction = ProductPage | SearchPage | OtherPage

/**
 * Extracts a page of any kind, from any marketplace.
 *
 * Throws: `invalid_argument` for a domain that does not exist, for a product or
 * search page that names no marketplace when no domain is given, and for an input
 * that is not a page; the errors of `parsePage`.
 */
export function extractPage(input: PageInput, options: ExtractPageOptions = {}): PageExtraction {
  const bytes = toBytes(input)
  // Text has no encoding any more, whatever it declares.
  const contentType = typeof input === 'string' ? 'text/html; charset=utf-8' : options.contentType
  const page = parsePage(bytes, { contentType })
  const { kind, evidence } = classifyPage({ status: options.status, url: options.url, bytes, page }, site)
  const domain = options.domain ?? recognizeDomain(page, marketplaces.values())
  const { asin, addHtml, explain } = options
  if (kind === 'product') {
    const marketplace = requireMarketplace(domain)
    return {
      domain: marketplace.domain,
      kind,
      evidence,
      ...extractProduct(page, marketplace, { asin, addHtml, explain }),
    }
  }
  if (kind === 'search' || kind === 'no_results') {
    const marketplace = requireMarketplace(domain)
    const settings = { page: options.searchPage, addHtml, explain }
    const { response: record, ...provenance } = extractSearch(page, marketplace, settings)
    return { domain: marketplace.domain, kind, evidence, record, ...provenance }
  }
  return { domain, kind, evidence, record: null, issues: [], winners: {}, attempts: null }
}
