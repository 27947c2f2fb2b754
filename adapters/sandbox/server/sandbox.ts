import { requireLocale, type Locale } from '../locale/locale.ts'
import type { PageWeight } from '../markup/filler.ts'
import { renderState, type PageState } from '../states/render-state.ts'
import {
  pageHeaders,
  plainAnswer,
  redirectTo,
  stateContent,
  type Content,
  type SandboxAnswer,
  type SandboxRequest,
} from './answer.ts'
import { deliver } from './deliver.ts'
import { faultContent } from './fault-pages.ts'
import { AttemptLog, isPageFault, parseFaults, type Fault } from './faults.ts'
import { findMagicAsin, parseMagicQuery } from './magic.ts'
import { PageCache } from './page-cache.ts'
import { builtInPages, type PagePrinter, type ProductPageRequest, type SearchPageRequest } from './page-printer.ts'
import { FAULT_PARAMETER, pathOf, parseRoute, type Destination, type Route } from './route.ts'

/** What the simulated marketplace prints, and which faults it has. */
export interface SandboxOptions {
  /** Default: the generated pages. */
  readonly pages?: PagePrinter | undefined
  /** Default: `real`. */
  readonly weight?: PageWeight | undefined
  /** Fault rules for every page, such as `captcha*2,delay=300`. Default: none. */
  readonly faults?: string | undefined
  /** Size of the cache of printed pages. Unit: bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined
}

const DEFAULT_CACHE_BYTES = 128 * 1024 * 1024

/** How to answer a request for a page. */
interface Plan {
  /** Fault rules of a magic ASIN or query. */
  readonly faults: string
  readonly key: string
  readonly print: () => string
}

/**
 * The simulated marketplace on all its domains: requests in, answers out, no
 * network. It remembers pages for speed, and attempts for fault rules.
 *
 * Throws: from the constructor, for a fault rule that is wrong.
 */
export class Sandbox {
  private readonly pages: PagePrinter
  private readonly weight: PageWeight
  private readonly faults: readonly Fault[]
  private readonly cache: PageCache
  private readonly attempts = new AttemptLog()

  constructor({
    pages = builtInPages,
    weight = 'real',
    faults = '',
    cacheBytes = DEFAULT_CACHE_BYTES,
  }: SandboxOptions = {}) {
    this.pages = pages
    this.weight = weight
    this.faults = parseFaults(faults)
    this.cache = new PageCache(cacheBytes)
  }

  /** Answers one request. The same request gets the same page; fault rules count the attempts. */
  answer(request: SandboxRequest): SandboxAnswer {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plainAnswer(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    }
    const route = parseRoute(request.target, request.host)
    const locale = requireLocale(route.domain)
    const { destination } = route
    if (destination.kind === 'robots') return plainAnswer(200, ROBOTS)
    const plan = this.planPage(destination, route.domain)
    if (plan === null) {
      const content = answerElsewhere(destination, locale, route)
      return deliver(content, { faults: [], locale, acceptEncoding: request.acceptEncoding })
    }
    const rules = this.parseRules(plan.faults, request.faults ?? route.parameters.get(FAULT_PARAMETER))
    if (rules instanceof Error) return plainAnswer(400, rules.message)
    const faults = this.attempts.next(route.domain + pathOf(route), rules)
    const pageFault = faults.find(({ name }) => isPageFault(name))
    const content =
      pageFault !== undefined && isPageFault(pageFault.name)
        ? faultContent(pageFault.name, locale, route, pageFault)
        : { status: 200, headers: pageHeaders(locale), page: this.cache.get(plan.key, plan.print) }
    return deliver(content, { faults, locale, acceptEncoding: request.acceptEncoding })
  }

  /** Rules of the magic ASIN or query, then those of the request, else those of the server. */
  private parseRules(ofPage: string, ofRequest: string | null): readonly Fault[] | Error {
    try {
      return [...parseFaults(ofPage), ...(ofRequest === null ? this.faults : parseFaults(ofRequest))]
    } catch (error) {
      return error as Error
    }
  }

  private planPage(destination: Destination, domain: string): Plan | null {
    if (destination.kind === 'product') return this.planProduct(destination.asin, domain)
    return destination.kind === 'search' ? this.planSearch(destination, domain) : null
  }

  private planProduct(asin: string, domain: string): Plan {
    const magic = findMagicAsin(asin)
    const request: ProductPageRequest = { asin, domain, weight: this.weight, ...magic?.page }
    return {
      faults: magic?.faults ?? '',
      key: `product/${domain}/${asin}`,
      print: () => this.pages.product(request),
    }
  }

  private planSearch({ query, page, sort }: Extract<Destination, { kind: 'search' }>, domain: string): Plan {
    const magic = parseMagicQuery(query)
    const request: SearchPageRequest = {
      query,
      domain,
      weight: this.weight,
      page,
      sort,
      isEmpty: magic?.isEmpty ?? false,
    }
    return {
      faults: magic?.faults ?? '',
      key: `search/${domain}/${page}/${sort}/${query}`,
      print: () => this.pages.search(request),
    }
  }
}

const ROBOTS = 'User-agent: *\nDisallow: /ap/signin\nDisallow: /gp/cart\nDisallow: /errors/'

/** Answers a request for something other than a product or a search. */
function answerElsewhere(destination: Destination, locale: Locale, route: Route): Content {
  if (destination.kind === 'redirect') return redirectTo(route.prefix + destination.path, destination.status)
  const states: Partial<Record<Destination['kind'], PageState>> = {
    home: 'gallery',
    sign_in: 'sign_in',
    captcha: 'captcha',
  }
  return stateContent(renderState(states[destination.kind] ?? 'not_found', locale, { path: pathOf(route) }), locale)
}
