import { requireLocale, type Locale } from '../locale.ts'
import { renderState, type PageState } from '../states/render-state.ts'
import { plainAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { AttemptLog } from './attempt-log.ts'
import { pageHeaders, redirectTo, statePage, type Content } from './content.ts'
import { deliver } from './deliver.ts'
import { parseFaults, type Fault } from './fault.ts'
import { isRefusal } from './fault-names.ts'
import { findMagicAsin } from './magic-asins.ts'
import { readMagicQuery } from './magic-queries.ts'
import { PageCache } from './page-cache.ts'
import type { PageWeight } from '../weight.ts'
import type { PageSource, ProductPageRequest, SearchPageRequest } from './page-source.ts'
import { FAULT_PARAMETER, pathOf, readRoute, type Destination, type Route } from './route.ts'
import { refuse } from './refuse.ts'

export interface SandboxOptions {
  readonly pages: PageSource
  /** Default: real. */
  readonly weight?: PageWeight | undefined
  /** Rules as `parseFaults` reads them, for every page. Throws for one that means nothing. */
  readonly faults?: string | undefined
  /** Room for pages that were printed lately. Unit: bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined
}

const DEFAULT_CACHE_BYTES = 128 * 1024 * 1024

/** A page that is asked for: what happens to it by its own name, and how it is printed. */
interface Plan {
  readonly faults: string
  readonly key: string
  readonly print: () => string
}

/**
 * The simulated marketplace, on all its domains: requests in, answers out,
 * without a network. It remembers pages for speed, and attempts for faults.
 */
export class Sandbox {
  private readonly pages: PageSource
  private readonly weight: PageWeight
  private readonly faults: readonly Fault[]
  private readonly cache: PageCache
  private readonly attempts = new AttemptLog()

  constructor({ pages, weight = 'real', faults = '', cacheBytes = DEFAULT_CACHE_BYTES }: SandboxOptions) {
    this.pages = pages
    this.weight = weight
    this.faults = parseFaults(faults)
    this.cache = new PageCache(cacheBytes)
  }

  answer(request: SandboxRequest): SandboxAnswer {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plainAnswer(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    }
    const route = readRoute(request.target, request.host)
    const locale = requireLocale(route.domain)
    const { destination } = route
    if (destination.kind === 'robots') return plainAnswer(200, ROBOTS)
    const plan = this.planPage(destination, route.domain)
    if (plan === null) {
      const content = answerElsewhere(destination, locale, route)
      return deliver(content, { faults: [], domain: route.domain, acceptEncoding: request.acceptEncoding })
    }
    const rules = this.readRules(plan.faults, request.faults ?? route.parameters.get(FAULT_PARAMETER))
    if (rules instanceof Error) return plainAnswer(400, rules.message)
    const faults = this.attempts.next(route.domain + pathOf(route), rules)
    const refusal = faults.find(({ name }) => isRefusal(name))
    const content =
      refusal !== undefined && isRefusal(refusal.name)
        ? refuse(refusal.name, locale, route, refusal)
        : { status: 200, headers: pageHeaders(locale), page: this.cache.get(plan.key, plan.print) }
    return deliver(content, { faults, domain: route.domain, acceptEncoding: request.acceptEncoding })
  }

  /** Those of the page by its name, then those of the request, else the server's; an error for such as mean nothing. */
  private readRules(ofPage: string, ofRequest: string | null): readonly Fault[] | Error {
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
    const magic = readMagicQuery(query)
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

/** Addresses that lead neither to a product nor to a search. */
function answerElsewhere(destination: Destination, locale: Locale, route: Route): Content {
  if (destination.kind === 'redirect') return redirectTo(route.prefix + destination.path, destination.status)
  const states: Partial<Record<Destination['kind'], PageState>> = {
    home: 'gallery',
    sign_in: 'sign_in',
    captcha: 'captcha',
  }
  return statePage(renderState(states[destination.kind] ?? 'not_found', locale, { path: pathOf(route) }), locale)
}
