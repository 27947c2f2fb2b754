import { placeOf } from '../../core/contract/index.ts'
import {
  asksForRest,
  requireRecord,
  rowsOf,
  type AnyRecord,
  type PageRange,
  type RecordName,
} from '../../core/index.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import { followSignal } from '../signals.ts'
import {
  combineProvenance,
  combineWinners,
  placeAfter,
  toRetrieval,
  type PageRetrieval,
  type RetrievedPage,
} from './page-retrieval.ts'
import { findAskedGtin, type RecordRequest } from './parse-request.ts'
import type { RetrievalDeps } from './retrieval-deps.ts'
import { retrievePage, toRenderRequest, type RetrievePageOptions } from './retrieve-page.ts'
import { retrieveByGtin } from './retrieve-by-gtin.ts'
import { retrieveWithRest } from './retrieve-rest.ts'
import { weakestProof } from './prove-place.ts'
import type { Retrieval } from './retriever.ts'
import { selectFields } from '../pages/pool/serialize-extraction.ts'

/** Pages of a record that are fetched at the same time. */
const PAGES_AT_A_TIME = 3

const ONE_PAGE: PageRange = { first: 1, count: 1 }

/** Retrieves a record, which has one page or several. */
export async function retrieveRecord(
  request: RecordRequest,
  deps: RetrievalDeps,
  caller: AbortSignal,
  workspaceId: string | null,
): Promise<Retrieval> {
  const gtin = findAskedGtin(request)
  if (gtin !== null) {
    const retrieve = (one: RecordRequest, signal: AbortSignal) => retrieveRecord(one, deps, signal, workspaceId)
    return await retrieveByGtin(gtin, request, retrieve, deps, caller)
  }
  const definition = requireRecord(request.record)
  const range = definition.pages?.range(request.params) ?? ONE_PAGE
  if (asksForRest(definition, request.params)) {
    return toRetrieval(await retrieveWithRest(request, range.first, deps, caller, workspaceId))
  }
  if (range.count > 1) return await retrievePages(request, range, deps, caller, workspaceId)
  let attempts = 0
  const onFetch = (): void => void attempts++
  const retrieval = await createPageRetriever(request, range, { ...deps, onFetch }, caller, workspaceId)(0)
  return toRetrieval({ ...retrieval, attempts })
}

/**
 * Retrieves the pages of a record, a few at a time, and reads them in order, until one has no rows
 * or says that it is the last. A page that fails fails the record, unless the record ends before it.
 */
async function retrievePages(
  request: RecordRequest,
  range: PageRange,
  deps: RetrievalDeps,
  caller: AbortSignal,
  workspaceId: string | null,
): Promise<Retrieval> {
  const definition = requireRecord(request.record)
  const { own, unfollow } = followSignal(caller)
  // Fetches of pages that turn out not to be needed count too.
  let attempts = 0
  const onFetch = (): void => void attempts++
  const beginPage = createPageRetriever(request, range, { ...deps, onFetch }, own.signal, workspaceId)
  const begun: Promise<PageRetrieval>[] = []
  const read: RecordPage[] = []
  let earlierRows = 0
  try {
    for (let index = 0; index < range.count; index++) {
      while (begun.length < Math.min(range.count, index + PAGES_AT_A_TIME)) begun.push(beginPage(begun.length))
      const retrieval = (await begun[index]) as PageRetrieval
      if ('error' in retrieval) return toRetrieval({ ...retrieval, attempts })
      const record = JSON.parse(retrieval.json) as object
      const rows = rowsOf(definition, record)?.length ?? 0
      if (rows === 0 && index > 0) return toRetrieval({ ...combinePages(request, read), attempts, hasMore: false })
      read.push({ retrieval, record, place: placeAfter(earlierRows) })
      earlierRows += rows
      if (rows === 0 || definition.pages?.isLast?.(record) === true) break
    }
    return toRetrieval({ ...combinePages(request, read), attempts })
  } finally {
    // Pages after the end of the record are not needed.
    own.abort()
    unfollow()
  }
}

/** A function that begins the retrieval of a page, by its index in the record. */
function createPageRetriever(
  { record, params }: RecordRequest,
  { first, count }: PageRange,
  { onFetch, ...deps }: RetrievalDeps & { readonly onFetch: () => void },
  signal: AbortSignal,
  workspaceId: string | null,
): (index: number) => Promise<PageRetrieval> {
  const definition = requireRecord(record)
  const { language, add_html, explain, fields, timeout } = params
  const place = placeOf(params) ?? undefined
  const marketplace = requireMarketplace(params.domain)
  const { domain } = marketplace
  const { limits, monotonicMs } = deps
  const longestMs = count === 1 ? limits.totalMs : limits.severalMs
  const allMs = timeout === null ? longestMs : timeout * 1000
  const endMs = monotonicMs() + allMs
  const leftMs = (): number => endMs - monotonicMs()
  const fetched = { workspaceId, onFetch }
  const main = askForMainPage(definition, params)
  let mainPage: Promise<PageRetrieval> | null = null
  const fetchMainPage = (page: MainPage): Promise<PageRetrieval> =>
    (mainPage ??= retrievePage({ ...page, ...fetched, totalMs: leftMs() }, deps, signal))
  // A session proves the place of its pages itself.
  const provesPlace = place !== undefined && deps.source.heedsPlace === true
  const retrieveOne = async (index: number, named?: string): Promise<PageRetrieval> => {
    const earlier = main === null || !provesPlace ? null : await fetchMainPage(main)
    if (earlier !== null && 'error' in earlier) return earlier
    const child = earlier === null ? named : findChild(earlier)
    const page = first + index
    const url = definition.address(marketplace, params, page)
    const asked = { ...definition.asked(params, page), child }
    const render = toRenderRequest(params)
    const needsReviews = definition.needsReviews?.(params, fields) ?? false
    const later = { isFragment: main !== null, after: earlier?.earlier }
    const request = { record, domain, url, language, render, place, needsReviews, ...later }
    const extraction =
      count === 1
        ? { ...asked, record, explain, addHtml: add_html, fields: withHtml(fields, add_html) }
        : // Pages are put together from all of their fields.
          { ...asked, record, explain }
    const totalMs = count === 1 ? leftMs() : Math.min(limits.totalMs, leftMs())
    const retrieval = await retrievePage({ request, extraction, ...fetched, totalMs }, deps, signal)
    const isOther = 'error' in retrieval && retrieval.error === definition.errors.mismatch
    if (!isOther || main === null || child !== undefined) return retrieval
    const shown = findChild(await fetchMainPage(main))
    return shown === undefined ? retrieval : await retrieveOne(index, shown)
  }
  return (index) => {
    const retrieval = retrieveOne(index)
    // A page after the end of the record has no reader who could learn of its failure.
    retrieval.catch(() => undefined)
    return retrieval
  }
}

type MainPage = Pick<RetrievePageOptions, 'request' | 'extraction'>

/** The page that a part without a header belongs to. Absent: null, the record is read from whole pages. */
function askForMainPage({ mainPage }: AnyRecord, params: RecordRequest['params']): MainPage | null {
  if (mainPage === undefined) return null
  const definition = requireRecord(mainPage as RecordName)
  const marketplace = requireMarketplace(params.domain)
  const { name: record } = definition
  const url = definition.address(marketplace, params, 1)
  return {
    request: {
      record,
      domain: marketplace.domain,
      url,
      language: params.language,
      place: placeOf(params) ?? undefined,
    },
    extraction: { ...definition.asked(params, 1), record, fields: ['asin', 'asin_in_url'] },
  }
}

/** The child that the page of a parent shows. Absent: undefined, the page shows what was asked for, or is of another product. */
function findChild(retrieval: PageRetrieval): string | undefined {
  if ('error' in retrieval) return undefined
  const { asin, asin_in_url } = JSON.parse(retrieval.json) as { readonly asin: string; readonly asin_in_url: string }
  return asin === asin_in_url ? undefined : asin
}

/** The page itself comes along when it is asked for. */
function withHtml(fields: readonly string[] | null, isAdded: boolean): readonly string[] | null {
  return fields !== null && isAdded ? [...fields, 'html'] : fields
}

interface RecordPage {
  readonly retrieval: RetrievedPage
  readonly place: (path: string) => string | null
  /** What `retrieval.json` holds. */
  readonly record: object
}

/** `pages`: at least one. */
function combinePages({ record, params }: RecordRequest, pages: readonly RecordPage[]): RetrievedPage {
  const definition = requireRecord(record)
  const combined = definition.pages?.combine(pages.map((page) => page.record)) ?? {}
  const pageRows = pages.map((page) => rowsOf(definition, page.record)?.length ?? 0)
  const json = JSON.stringify(selectFields(combined, params.fields))
  const [first, last] = [pages[0], pages.at(-1)] as [RecordPage, RecordPage]
  const { fetchedAtMs } = first.retrieval
  const issues = pages.flatMap(({ retrieval }) => retrieval.issues)
  const provenance = { winners: combineWinners(pages), issues, provenanceJson: combineProvenance(pages) }
  const location = weakestProof(pages.map(({ retrieval }) => retrieval.location))
  return {
    ...last.retrieval,
    ...provenance,
    location,
    screenshot: null,
    fetchedAtMs,
    pages: pages.length,
    pageRows,
    json,
  }
}
