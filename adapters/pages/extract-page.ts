import {
  extractProduct,
  parsePage,
  recogniseDomain,
  ShelfmarkError,
  type Attempt,
  type Issue,
  type Product,
} from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'

export interface ExtractPageOptions {
  /** Marketplace; recognised from the page when not given. */
  readonly domain?: string | undefined
  /** ASIN that was asked for. */
  readonly asin?: string | undefined
  readonly explain?: boolean | undefined
}

/** What was read of one saved page. */
export interface PageExtraction {
  readonly domain: string
  /** `product`, or `unknown` for a page that is no product page. */
  readonly kind: 'product' | 'unknown'
  readonly record: Product | null
  readonly issues: readonly Issue[]
  readonly winners: Readonly<Record<string, string>>
  readonly attempts: readonly Attempt[] | null
}

/**
 * Reads a saved page, of whatever marketplace it comes from.
 *
 * Throws: `invalid_argument` when the page names no marketplace, and none is
 * given, or one that does not exist; the errors of `parsePage`.
 */
export function extractPage(bytes: Uint8Array, options: ExtractPageOptions = {}): PageExtraction {
  const page = parsePage(bytes)
  const domain = options.domain ?? recogniseDomain(page, marketplaces.keys())
  const marketplace = domain === null ? undefined : marketplaces.get(domain)
  if (domain === null || marketplace === undefined) throw unknownMarketplace(domain)
  const extraction = extractProduct(page, marketplace, { asin: options.asin, explain: options.explain })
  return { domain, kind: extraction.record === null ? 'unknown' : 'product', ...extraction }
}

function unknownMarketplace(domain: string | null): ShelfmarkError {
  const known = [...marketplaces.keys()].join(', ')
  const problem =
    domain === null
      ? 'The page names no marketplace; so the domain must be given'
      : `There is no marketplace "${domain}"`
  return new ShelfmarkError('invalid_argument', `${problem}. Marketplaces: ${known}.`)
}
