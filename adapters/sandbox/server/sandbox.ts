import { DEFAULT_RECORD, type Place, type RecordName } from '../../../core/index.ts'
import { requireLocale, type Locale } from '../locale/locale.ts'
import { printAddressModal } from '../markup/address-modal.ts'
import type { PageWeight } from '../markup/filler.ts'
import type { PageToPrint, Redirect } from '../record/simulated-record.ts'
import { renderState, type PageState } from '../states/render-state.ts'
import { movingTime, type ShopTime } from '../truth/shop-time.ts'
import { answerAddressChange, isAddressChange } from './address-change.ts'
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
import {
  AttemptLog,
  isPageFault,
  isRequestFault,
  isSessionFault,
  parseFaults,
  requestOfFault,
  type Fault,
  type FaultName,
} from './faults.ts'
import { PageCache, type PageBytes } from './page-cache.ts'
import { builtInPages, type PagePrinter } from './records.ts'
import { FAULT_PARAMETER, pathOf, parseRoute, type RecordDestination, type Route } from './route.ts'
import { faultOf, placeOfPage, Visitors, type Visitor } from './visitors.ts'

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
  /** Clock of the pages that move by it without a `time`, those of `B0MOVES000`. Unit: ms since 1970. Default: the clock of the system. */
  readonly epochMs?: (() => number) | undefined
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
  private readonly epochMs: () => number
  private readonly cache: PageCache
  private readonly attempts = new AttemptLog()
  private readonly visitors: Visitors

  constructor({
    pages = builtInPages,
    weight = 'real',
    faults = '',
    time,
    epochMs = Date.now,
    cacheBytes = DEFAULT_CACHE_BYTES,
  }: SandboxOptions = {}) {
    this.pages = pages
    this.weight = weight
    const rules = parseFaults(faults)
    this.faults = rules.filter(({ name }) => !isSessionFault(name))
    this.visitors = new Visitors(rules.filter(({ name }) => isSessionFault(name)))
    this.time = time
    this.epochMs = epochMs
    this.cache = new PageCache(cacheBytes)
  }

  /** Answers one request. The same request of a visitor without a session gets the same page; fault rules count the attempts. */
  answer(request: SandboxRequest): SandboxAnswer {
    const route = parseRoute(request.target, request.host, request.posted)
    if (request.visitor === undefined) return this.answerTo(null, request, route)
    const { visitor, setCookies } = this.visitors.recognize(route.domain, request.visitor.cookie)
    const answer = isAddressChange(route.path)
      ? answerAddressChange(route.path, request, visitor)
      : this.answerTo(visitor, request, route)
    return { ...answer, setCookies }
  }

  /** `visitor`: null, one without a session. */
  private answerTo(visitor: Visitor | null, request: SandboxRequest, route: Route): SandboxAnswer {
    const isPosted = request.posted !== undefined && 'record' in route.destination
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isPosted) {
      return plainAnswer(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    }
    const { acceptEncoding } = request
    const locale = requireLocale(route.domain)
    const { destination } = route
    if ('text' in destination) return plainAnswer(200, destination.text)
    if (!('record' in destination)) {
      const content =
        'state' in destination
          ? printState(destination.state, locale, route, visitor)
          : printRedirect(route, destination)
      return deliver(content, { faults: [], locale, acceptEncoding })
    }
    const rules = this.parseRules(destination.faults, request.faults ?? route.parameters.get(FAULT_PARAMETER))
    if (rules instanceof Error) return plainAnswer(400, rules.message)
    const faults = this.attempts.next(route.domain + pathOf(route), rules)
    const pageFault = faults.find(({ name }) => isPageFault(name))
    if (pageFault !== undefined && isPageFault(pageFault.name) && !isRequestFault(pageFault.name)) {
      return deliver(faultContent(pageFault.name, locale, route, pageFault), { faults, locale, acceptEncoding })
    }
    const place = (visitor === null ? request.place : placeOfPage(visitor)) ?? undefined
    const page = this.printPage(destination, route.domain, { place, visitor, fault: pageFault })
    return deliver({ status: 200, headers: pageHeaders(locale), page }, { faults, locale, acceptEncoding })
  }

  /** Rules of the magic ASIN or query, then those of the request, else those of the server. */
  private parseRules(ofPage: string, ofRequest: string | null): readonly Fault[] | Error {
    try {
      return [...parseFaults(ofPage), ...(ofRequest === null ? this.faults : parseFaults(ofRequest))]
    } catch (error) {
      return error as Error
    }
  }

  private printPage(
    { record, request, moves = false }: RecordDestination,
    domain: string,
    { place, visitor, fault }: PrintedFor,
  ): PageBytes {
    const hasFault = (name: FaultName): boolean => visitor !== null && faultOf(visitor, name) !== null
    const time = this.time?.() ?? (moves ? movingTime(this.epochMs()) : undefined)
    const page = {
      ...request,
      ...requestOfFault(fault?.name ?? ''),
      domain,
      weight: this.weight,
      ...(place === undefined ? {} : { place }),
      ...(time === undefined ? {} : { time }),
      ...(hasFault('no_reviews') ? { withholdsReviews: true } : {}),
    }
    // Pages of other records keep it: the token of one of them opens the form.
    const lacksToken = hasFault('no_token') && record === DEFAULT_RECORD.name
    return this.cache.get(`${record}/${lacksToken ? 'no token/' : ''}${JSON.stringify(page)}`, () => {
      const pages = (this.pages[record] === undefined ? builtInPages : this.pages) as PrintersOf<PageToPrint>
      const text = pages[record](page)
      return lacksToken ? withoutToken(text, requireLocale(domain)) : text
    })
  }
}

/** What a page is printed for besides its request. */
interface PrintedFor {
  readonly place: Place | undefined
  /** Absent: null, one without a session. */
  readonly visitor: Visitor | null
  /** Absent: undefined, none. */
  readonly fault: Fault | undefined
}

/** A page without the token of the form that changes the place. */
function withoutToken(text: string, locale: Locale): string {
  return text.replace(printAddressModal(locale).text, '')
}

/** A page without a record. Small front pages have no token. */
function printState(state: PageState, locale: Locale, route: Route, visitor: Visitor | null): Content {
  const place = (visitor === null ? null : placeOfPage(visitor)) ?? undefined
  const page = renderState(state, locale, { path: pathOf(route), place })
  return stateContent(route.path === '/' ? { ...page, html: withoutToken(page.html, locale) } : page, locale)
}

function printRedirect({ prefix }: Route, { to, status }: Redirect): Content {
  return redirectTo(prefix + to, status)
}

/** Functions that print pages, each those that its own record asks for. */
type PrintersOf<Request> = Readonly<Record<RecordName, (request: Request) => string>>
