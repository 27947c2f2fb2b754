import type { FetchedPage, PageRequest } from '../source/page-source.ts'

/** Time for which an absent page is remembered. Unit: ms. */
const KEPT_MS = 5 * 60_000
/** The oldest give way. */
const MAX_PAGES = 2000
const ABSENT: ReadonlySet<number> = new Set([404, 410])

/**
 * Remembers pages that do not exist, for whatever place: another request for one is made without a session first. Else a
 * caller who asks for an absent product with one postal code after the other, which is free, makes seven requests each time.
 */
export class AbsentPages {
  private readonly epochMs: () => number
  /** When each was found to be absent, by URL. Order: by that time. */
  private readonly foundMs = new Map<string, number>()

  constructor(epochMs: () => number) {
    this.epochMs = epochMs
  }

  /** Makes a request, without its place if the page was absent a short while ago. A page that is there again needs another attempt. */
  async ask(request: PageRequest, fetch: (request: PageRequest) => Promise<FetchedPage>): Promise<FetchedPage> {
    const isFirst = request.attempt === 1 && request.place !== undefined && request.isFragment !== true
    const isAbsent = isFirst && this.epochMs() - (this.foundMs.get(request.url) ?? -Infinity) < KEPT_MS
    const page = await fetch(isAbsent ? { ...request, place: undefined } : request)
    this.foundMs.delete(request.url)
    if (ABSENT.has(page.status)) this.foundMs.set(request.url, this.epochMs())
    const [oldest] = this.foundMs.keys()
    if (this.foundMs.size > MAX_PAGES && oldest !== undefined) this.foundMs.delete(oldest)
    return page
  }
}
