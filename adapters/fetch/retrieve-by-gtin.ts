import { ERRORS, type GtinDetails, type ParamsOf, type Reason } from '../../core/contract/index.ts'
import { isbn10Of, productUrl, requireRecord, type RecordName } from '../../core/index.ts'
import { GTIN_CANDIDATES } from '../../core/policy/index.ts'
import { otherDomains } from '../../selectors/index.ts'
import { contractFor } from '../contract.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import { followSignal } from '../signals.ts'
import type { RecordRequest } from './parse-request.ts'
import type { RetrievalDeps } from './retrieval-deps.ts'
import type { FailedRetrieval, Retrieval } from './retriever.ts'

/** Retrieves one record. */
type Retrieve = (request: RecordRequest, signal: AbortSignal) => Promise<Retrieval>

/** A product that may have the GTIN. */
interface Candidate {
  /** Its ASIN. */
  readonly query: string
  /** Absent: null, no search found it. */
  readonly title: string | null
}

type ReadCandidate = Candidate & { readonly retrieval: Retrieval }

/**
 * Finds a product by its GTIN: searches for it, and reads the pages of the first results. The one whose page prints the
 * GTIN is the product. The search alone proves nothing, and neither does the ISBN of ten characters of a book.
 *
 * All candidates are read, because several products may print one GTIN. One whose page can't be had now fails the request.
 */
export async function retrieveByGtin(
  gtin: string,
  { record, params }: RecordRequest,
  retrieve: Retrieve,
  { limits, monotonicMs }: Pick<RetrievalDeps, 'limits' | 'monotonicMs'>,
  caller: AbortSignal,
): Promise<Retrieval> {
  const { lookup } = requireRecord(record)
  if (lookup === undefined) throw new TypeError(`The record "${record}" is not found by a GTIN.`)
  const endMs = monotonicMs() + (params.timeout === null ? limits.severalMs : params.timeout * 1000)
  const { own, unfollow } = followSignal(caller)
  const retrieveInTime = async (name: RecordName, its: ParamsOf): Promise<Retrieval> => {
    const timeout = Math.max(0, endMs - monotonicMs()) / 1000
    return await retrieve({ record: name, params: { ...its, timeout } }, own.signal)
  }
  const readPage = async (candidate: Candidate): Promise<ReadCandidate> => {
    const retrieval = await retrieveInTime(record, { ...params, query: candidate.query })
    return { ...candidate, retrieval }
  }
  const { domain } = params
  try {
    const isbn10 = isbn10Of(gtin)
    const read = isbn10 === null ? [] : [await readPage({ query: isbn10, title: null })]
    if (read.some(({ retrieval }) => isDecisive(retrieval))) return judge(gtin, domain, read, null)
    const name = lookup.record as RecordName
    const search = await retrieveInTime(name, askForGtin(name, gtin, params))
    const found = 'error' in search ? [] : lookup.candidates(JSON.parse(search.json) as object)
    // A list can name one twice.
    const others = new Map(found.filter(({ query }) => query !== isbn10).map((one) => [one.query, one]))
    const first = [...others.values()].slice(0, GTIN_CANDIDATES)
    return judge(gtin, domain, [...read, ...(await Promise.all(first.map(readPage)))], search)
  } finally {
    own.abort()
    unfollow()
  }
}

/** Parameters of a search for a GTIN. The place of delivery does not count: what is not sent there is found all the same. */
function askForGtin(name: RecordName, query: string, { domain, language }: RecordRequest['params']): ParamsOf {
  const parsed = contractFor(false, otherDomains).parseParams(name, { query, domain, language })
  if (parsed.ok) return parsed.params
  throw new TypeError(`The record "${name}" has no query ${query}.`)
}

/** Whether a retrieval gave the product, or failed in a way that another one can change. */
function isDecisive(retrieval: Retrieval): boolean {
  return !('error' in retrieval) || ERRORS[retrieval.error].retryable
}

/** `search`: null, it was not needed. */
function judge(gtin: string, domain: string, read: readonly ReadCandidate[], search: Retrieval | null): Retrieval {
  const pages = read.map(({ retrieval }) => retrieval)
  const all = search === null ? pages : [...pages, search]
  const attempts = all.reduce((sum, retrieval) => sum + retrieval.attempts, 0)
  const failed = [search, ...pages.filter(isDecisive)].find((retrieval) => retrieval !== null && 'error' in retrieval)
  if (failed) return { ...failed, attempts }
  const [confirmed, ...others] = pages.filter((page) => !('error' in page))
  if (confirmed !== undefined && others.length === 0) {
    return { ...confirmed, attempts, pages: all.filter(isRead).length }
  }
  const marketplace = requireMarketplace(domain)
  const candidates = read.map(({ query: asin, title, retrieval }) => {
    return { asin, title, url: productUrl(marketplace, asin), prints_gtin: !('error' in retrieval) }
  })
  return { ...refuse({ gtin, candidates }, all.at(-1)), attempts }
}

/** Whether a page was read: it gave a record, or another GTIN. */
function isRead(retrieval: Retrieval): boolean {
  return !('error' in retrieval) || retrieval.error === 'gtin_not_confirmed'
}

/** `last`: what was retrieved last. */
function refuse(gtinDetails: GtinDetails, last: Retrieval | undefined): FailedRetrieval {
  const { gtin, candidates } = gtinDetails
  const reasonCode = reasonOf(candidates)
  const { sourceStatus = null, resolvedUrl = null, fetchedAtMs = null } = last ?? {}
  const nothing = { hasMore: null, pages: 0, location: null, winners: {}, issues: [], details: null }
  return {
    attempts: 0,
    sourceStatus,
    resolvedUrl,
    fetchedAtMs,
    ...nothing,
    error: 'gtin_not_confirmed',
    reason: `${gtin}, ${reasonCode}: ${candidates.map(({ asin }) => asin).join(', ')}`,
    reasonCode,
    gtinDetails,
  }
}

function reasonOf(candidates: GtinDetails['candidates']): Reason {
  if (candidates.length === 0) return 'no_candidate'
  return candidates.some(({ prints_gtin: prints }) => prints) ? 'ambiguous' : 'not_printed'
}
