import { PROVEN_BY, type ProvenBy } from '../../core/contract/index.ts'

/** What the headers of an answer say. Absent: null, the answer does not have the header. */
export interface AnswerMeta {
  /** HTTP status. */
  readonly status: number
  /** Id of the request, which the service logs. */
  readonly requestId: string | null
  /** Credits charged. */
  readonly cost: number | null
  /** Included credits that are left this month. */
  readonly creditsRemaining: number | null
  /** Final address on the marketplace. */
  readonly resolvedUrl: string | null
  /** The marketplace's own HTTP status. */
  readonly sourceStatus: number | null
  /** Attempts to fetch, for all pages together. */
  readonly attempts: number | null
  readonly extractorVersion: string | null
  /** When the page arrived from the marketplace. Form: ISO 8601, in UTC. */
  readonly fetchedAt: string | null
  /** Whether a search has more results. */
  readonly hasMore: boolean | null
  /** How the page was proven to be for the place that was asked for: by itself, or by its session. */
  readonly location: ProvenBy | null
  /** Whether this is the first answer to the idempotency key again. */
  readonly replayed: boolean
  /** Why there was an error: the `Svc-Reason` of 404, 502 and 503. */
  readonly reason: string | null
  /** `since` of the next poll of a batch. */
  readonly nextSince: number | null
  /** Requests of the key in flight, and the most that are allowed: `1/50 requests`. */
  readonly concurrency: string | null
  /** Requests of the key in the last second, and the burst ceiling: `1/10`. */
  readonly rps: string | null
}

/** A successful answer. */
export interface Answer<Data> {
  readonly data: Data
  readonly meta: AnswerMeta
}

export function readMeta({ status, headers }: Response): AnswerMeta {
  const text = (name: string): string | null => headers.get(`Svc-${name}`)
  const number = (name: string): number | null => {
    const value = text(name)
    return value === null || value === '' || !Number.isFinite(Number(value)) ? null : Number(value)
  }
  const hasMore = text('Has-More')
  return {
    status,
    requestId: text('Request-Id'),
    cost: number('Cost'),
    creditsRemaining: number('Credits-Remaining'),
    resolvedUrl: text('Resolved-Url'),
    sourceStatus: number('Source-Status'),
    attempts: number('Attempts'),
    extractorVersion: text('Extractor-Version'),
    fetchedAt: text('Fetched-At'),
    hasMore: hasMore === null ? null : hasMore === 'true',
    location: PROVEN_BY.find((proof) => proof === text('Location')) ?? null,
    replayed: text('Replayed') === 'true',
    reason: text('Reason'),
    nextSince: number('Next-Since'),
    concurrency: text('Concurrency'),
    rps: text('Rps'),
  }
}
