import type { Place, RecordName } from '../../../core/index.ts'
import { requireLocale } from '../locale/locale.ts'
import type { PageWeight } from '../markup/filler.ts'
import type { PageToPrint } from '../record/simulated-record.ts'
import { renderState } from '../states/render-state.ts'
import type { ShopTime } from '../truth/shop-time.ts'
import {
  pageHeaders,
  plainAnswer,
  redirectTo,
  stateContent,
  type SandboxAnswer,
  type SandboxRequest,
} from './answer.ts'
import { deliver } from './deliver.ts'
import { faultContent } from './fault-pages.ts'
import { AttemptLog, isPageFault, parseFaults, type Fault } from './faults.ts'
import { PageCache, type PageBytes } from './page-cache.ts'
import { builtInPages, type PagePrinter } from './records.ts'
import { FAULT_PARAMETER, pathOf, parseRoute, type RecordDestination } from './route.ts'

/** What the simulated marketplace prints, and which faults it has. */
export interface SandboxOptions {
  /** Own pages, by record. Default: the generated pages, also of a record that is not given. */
  readonly pages?: Partial<PagePrinter> | undefined
  /** Default: `real`. */
  readonly weight?: PageWeight | undefined
  /** Fault rules for every page, such as `captcha*2,delay=300`. Default: none. */
  readonly faults?: string | undefined
  /** When pages are printed, asked for each page: prices, stock, ranks and sellers move from day to day. Default: no time, the same request always gives the same page. */
  readonly time?: (() => ShopTime) | undefined
  /** Size of the cache of printed pages. Unit: bytes. Default: 128 MiB. */
  readonly cacheBytes?: number | undefined
}

const DEFAULT_CACHE_BYTES = 128 * 1024 * 1024

/**
 * The simulated marketplace on all its domains: requests in, answers out, no
 * network. It remembers pages for speed, and attempts for fault rules.
 *
 * Throws: from the constructor, for a fault rule that is wrong.
 */
export class Sandbox {
  private readonly pages: Partial<PagePrinter>
  private readonly weight: PageWeight
  private readonly faults: readonly Fault[]
  private readonly time: (() => ShopTime) | undefined
  private readonly cache: PageCache
  private readonly attempts = new AttemptLog()

  constructor({
    pages = builtInPages,
    weight = 'real',
    faults = '',
    time,
    cacheBytes = DEFAULT_CACHE_BYTES,
  }: SandboxOptions = {}) {
    this.pages = pages
    this.weight = weight
    this.faults = parseFaults(faults)
    this.time = time
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
    if ('text' in destination) return plainAnswer(200, destination.text)
    if (!('record' in destination)) {
      const content =
        'state' in destination
          ? stateContent(renderState(destination.state, locale, { path: pathOf(route) }), locale)
          : redirectTo(route.prefix + destination.to, destination.status)
      return deliver(content, { faults: [], locale, acceptEncoding: request.acceptEncoding })
    }
    const rules = this.parseRules(destination.faults, request.faults ?? route.parameters.get(FAULT_PARAMETER))
    if (rules instanceof Error) return plainAnswer(400, rules.message)
    const faults = this.attempts.next(route.domain + pathOf(route), rules)
    const pageFault = faults.find(({ name }) => isPageFault(name))
    const content =
      pageFault !== undefined && isPageFault(pageFault.name)
        ? faultContent(pageFault.name, locale, route, pageFault)
        : { status: 200, headers: pageHeaders(locale), page: this.printPage(destination, route.domain, request.place) }
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

  private printPage({ record, request }: RecordDestination, domain: string, place: Place | undefined): PageBytes {
    const time = this.time?.()
    const asked = { ...(place === undefined ? {} : { place }), ...(time === undefined ? {} : { time }) }
    const page = { ...request, domain, weight: this.weight, ...asked }
    return this.cache.get(`${record}/${JSON.stringify(page)}`, () => {
      const pages = (this.pages[record] === undefined ? builtInPages : this.pages) as PrintersOf<PageToPrint>
      return pages[record](page)
    })
  }
}

/** Functions that print pages, each those that its own record asks for. */
type PrintersOf<Request> = Readonly<Record<RecordName, (request: Request) => string>>
