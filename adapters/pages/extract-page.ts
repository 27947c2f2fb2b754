import {
  classifyPage,
  extractProduct,
  extractSearch,
  parsePage,
  recogniseDomain,
  ShelfmarkError,
  type Attempt,
  type Issue,
  type Marketplace,
  type PageKind,
  type Product,
  type SearchResponse,
} from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { requireMarketplace } from './require-marketplace.ts'

export interface ExtractPageOptions {
  /** Marketplace; recognised from the page when not given. */
  readonly domain?: string | undefined
  /** ASIN that was asked for. */
  readonly asin?: string | undefined
  /** HTTP status that the page came with. */
  readonly status?: number | undefined
  /** Address that the page came from in the end, behind all redirects. */
  readonly url?: string | undefined
  /** Value of the header `Content-Type` that the page came with. */
  readonly contentType?: string | undefined
  /** Page of a search that was asked for; what the page says counts when not given. */
  readonly searchPage?: number | undefined
  /** Attach the page itself as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Keep account of every selector that was tried. Default: false. */
  readonly explain?: boolean | undefined
}

interface Account {
  /** What told the kind. */
  readonly evidence: string
  readonly issues: readonly Issue[]
  /** What gave each field its value. */
  readonly winners: Readonly<Record<string, string>>
  /** Everything that was tried, in order; null unless asked for. */
  readonly attempts: readonly Attempt[] | null
}

interface ProductPage extends Account {
  readonly kind: 'product'
  readonly domain: string
  /** Null when the page has a title and no ASIN. */
  readonly record: Product | null
}

interface SearchPage extends Account {
  readonly kind: 'search' | 'no_results'
  readonly domain: string
  /** Null when nothing could be read as a card. */
  readonly record: SearchResponse | null
}

interface OtherPage extends Account {
  readonly kind: Exclude<PageKind, 'product' | 'search' | 'no_results'>
  /** Null when the page names no marketplace. */
  readonly domain: string | null
  readonly record: null
}

/** What was read of one page. */
export type PageExtraction = ProductPage | SearchPage | OtherPage

/**
 * Reads a page of whatever kind, of whatever marketplace it comes from.
 *
 * Throws: `invalid_argument` when a product or search page names no marketplace
 * and none is given, or one that does not exist; the errors of `parsePage`.
 */
export function extractPage(bytes: Uint8Array, options: ExtractPageOptions = {}): PageExtraction {
  const page = parsePage(bytes, { contentType: options.contentType })
  const { kind, evidence } = classifyPage({ status: options.status, url: options.url, bytes, page })
  const domain = options.domain ?? recogniseDomain(page, marketplaces.keys())
  const { asin, addHtml, explain } = options
  if (kind === 'product') {
    const marketplace = requireKnown(domain)
    return {
      domain: marketplace.domain,
      kind,
      evidence,
      ...extractProduct(page, marketplace, { asin, addHtml, explain }),
    }
  }
  if (kind === 'search' || kind === 'no_results') {
    const marketplace = requireKnown(domain)
    const settings = { page: options.searchPage, addHtml, explain }
    const { response: record, ...account } = extractSearch(page, marketplace, settings)
    return { domain: marketplace.domain, kind, evidence, record, ...account }
  }
  return { domain, kind, evidence, record: null, issues: [], winners: {}, attempts: null }
}

/** Throws: `invalid_argument` for a domain that is not known, or has no marketplace. */
function requireKnown(domain: string | null): Marketplace {
  if (domain !== null) return requireMarketplace(domain)
  const known = [...marketplaces.keys()].join(', ')
  const problem = 'The page names no marketplace, so the domain must be given'
  throw new ShelfmarkError('invalid_argument', `${problem}. Marketplaces: ${known}.`)
}
