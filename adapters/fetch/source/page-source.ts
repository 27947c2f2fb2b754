import type { ScreenshotArea } from '../../../core/contract/index.ts'
import type { PageKind, Place, RecordName } from '../../../core/index.ts'
import { isTimeout } from '../../signals.ts'
import type { BodyCoding } from '../../pages/decode-body.ts'
import type { PageDomain } from '../../../selectors/index.ts'

/** A page to fetch from a marketplace. */
export interface PageRequest {
  /** The record that the page is fetched for. */
  readonly record: RecordName
  readonly domain: PageDomain
  /** Absolute, on the marketplace's host. */
  readonly url: string
  /** Form: `xx_YY`. Absent: null, the marketplace's own language. */
  readonly language: string | null
  /** From 1. The next attempt at the same page may take another proxy and another browser profile. */
  readonly attempt: number
  /** How a browser renders the page. Only a source with a browser gets it. Absent: undefined, it is not rendered. */
  readonly render?: RenderRequest | undefined
  /** Headers of the browser that renders the page, with its cookies. Absent: undefined, the source chooses a browser. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Place of delivery that the page is for. Absent: undefined, none was asked for. */
  readonly place?: Place | undefined
  /** Whether the page is of use only when it shows reviews. Default: false. */
  readonly needsReviews?: boolean | undefined
  /** Whether it is a part of a page, without the header that shows the place: another page of its visitor proves it. Default: false. */
  readonly isFragment?: boolean | undefined
  /** What is sent, with POST. Absent: undefined, nothing, with GET. */
  readonly post?: PostedBody | undefined
  /** The page that asks for this as a part of itself, as the same visitor. Absent: undefined, a visitor asks for it. */
  readonly after?: EarlierPage | undefined
  /** One of the exits of the source, which the request must take. Absent: undefined, the source chooses. */
  readonly exit?: string | undefined
  /** Cookies of the visitor, for a source that follows redirects itself: each of its requests has those of its own address. Absent: undefined, those of `headers` are all. */
  readonly cookies?: RequestCookies | undefined
  /** The turn at the marketplace that the request has. Absent: undefined, it needs none. */
  readonly turn?: RequestTurn | undefined
  /** Whether the receiver decodes bodies: the page may have a `coding`. Your own sources never get it. Default: false. */
  readonly takesCoded?: boolean | undefined
}

/** Cookies of one visitor, while a page is fetched. */
export interface RequestCookies {
  /** Value of the header `Cookie` for an address. Absent: null, there are none. */
  headerFor(url: string): string | null
  /** Keeps what the answer of an address sets. */
  keep(url: string, setCookies: readonly string[]): void
}

/** The turn at a marketplace that one request has. */
export interface RequestTurn {
  /** The workspace that turns are dealt to. Absent: null or undefined, they are shared with nobody. */
  readonly workspaceId?: string | null | undefined
  /** Ends it early: what follows makes no request, or has turns of its own. */
  end(): void
  /** Waits for a turn for another request, and gives its end. Rejects: with the error that the retrieval ends with. */
  begin(signal: AbortSignal): Promise<() => void>
}

/** A page that has named a later request. */
export interface EarlierPage extends Pick<FetchedPage, 'url' | 'setCookies' | 'session' | 'exit'> {
  /** Of the request that the page answered: the later one takes the same proxy and the same browser profile. */
  readonly requestUrl: string
  readonly attempt: number
  /** Whether the page was shown to be of the place that was asked for. */
  readonly isPlaceProven: boolean
}

/** Body of a request that is sent with POST. */
export interface PostedBody {
  readonly contentType: string
  readonly text: string
  /** Headers besides those of the browser. */
  readonly headers: Readonly<Record<string, string>>
}

/** A page to render. */
export interface RenderRequest {
  /** Absent: null, no picture is taken. */
  readonly screenshot: ScreenshotArea | null
}

/** The final answer of a marketplace: a page with any status. */
export interface FetchedPage {
  readonly status: number
  /** URL after redirects. */
  readonly url: string
  /** Value of `Content-Type`. Absent: undefined. */
  readonly contentType?: string | undefined
  /** Values of `Set-Cookie`, those of redirects first. A browser that renders the page keeps them. Absent: undefined. */
  readonly setCookies?: readonly string[] | undefined
  /** Decompressed, unless there is a `coding`. They belong to the receiver, which may transfer them to a thread. */
  readonly bytes: Uint8Array
  /** How the bytes are compressed. Only a request that `takesCoded` has such an answer. Absent: undefined, they are not. */
  readonly coding?: BodyCoding | undefined
  /** Picture of the rendered page, as PNG. Absent: undefined, none was requested. */
  readonly screenshot?: Uint8Array | undefined
  /** Session of a visitor that the page came in. Absent: undefined, it came in none. */
  readonly session?: PageSession | undefined
  /** The exit that the session takes. Absent: undefined, the page came in no session. */
  readonly exit?: string | undefined
}

/** The session that a page came in, as its reader sees it. */
export interface PageSession {
  /** Whether a page of the session showed its place less than 15 minutes and 50 pages ago. */
  readonly isPlaceProven: boolean
  /** Whether the last pages for its place, in sessions of their own, all showed another one: a further attempt is of no use. Default: false. */
  readonly isPlaceRefused?: boolean | undefined
  /** Says what the page turned out to be. Called once. */
  report(outcome: SessionOutcome): void
}

/** What a page of a session turned out to be. */
export interface SessionOutcome {
  /** Absent: null, the page could not be read. */
  readonly kind: PageKind | null
  /** `shown`: the place that was asked for. `other`: another. `none`: the page names no place. Absent: null, no place was asked for. */
  readonly place: 'shown' | 'other' | 'none' | null
  /** Whether the page has the reviews of a product that has ratings. Absent: null, the page does not tell. */
  readonly hasReviews: boolean | null
  /** Whether it gave the record that was asked for. Default: false. */
  readonly isRecord?: boolean | undefined
}

/**
 * Where pages come from: the live site, or a cache, an archive or a service of your own.
 *
 * A page of any status is an answer: what it is, and whether another attempt may help, is decided
 * from the page. A `SourceError` says why there is no page, and so whether another attempt may help.
 */
export interface PageSource {
  /** Ways to the marketplaces, such as proxies, by names that tell nothing of them. A request can name one. Absent: undefined, it can't. */
  readonly exits?: readonly string[] | undefined
  /** Whether an exit rests after failures: a request that can choose takes another one. Absent: undefined, none rests. */
  readonly isResting?: ((exit: string) => boolean) | undefined
  /** Whether the source heeds the place of a request itself: no session is made for it. Default: false. */
  readonly heedsPlace?: boolean | undefined
  /**
   * Fetches a page. It should stop when the signal is aborted: after the time limit of the attempt,
   * 15 seconds, or when the caller leaves.
   *
   * Rejects: with a `SourceError` when there is no page.
   */
  fetch(request: PageRequest, signal: AbortSignal): Promise<FetchedPage>
  /** Frees what the source holds. Called once, after the last fetch. */
  close(): Promise<void>
}

/** Time limit of one attempt, redirects included. Unit: ms. */
export const ATTEMPT_MS = 15_000

/** Size limit of a page, before and after decompression. Unit: bytes. */
export const MAX_BYTES = 8 * 1024 * 1024

/**
 * - `timeout`: the attempt exceeded its time limit.
 * - `aborted`: the caller's signal was aborted, or the source was closed.
 * - `network`: no connection, or a connection that ended too early.
 * - `proxy`: a proxy gave no connection, or rests because it gave none before. The message names it.
 * - `cut`: the answer arrived in part, as its length or its compression shows.
 * - `unreadable`: the answer arrived, and its content encoding can't be decoded, or it is not a page.
 * - `page_too_large`: more than the size limit, before or after decompression; or, rendered, more than a page may do.
 * - `too_many_redirects`, `foreign_redirect`: see `followRedirects`.
 * - `busy`: what fetches for us asks for a pause, see `retryAfterMs`. The marketplace was not asked.
 * - `refused`: what fetches for us does not work for this key or this request, so another attempt does not help.
 */
export type SourceErrorCode = (typeof SOURCE_ERROR_CODES)[number]

const SOURCE_ERROR_CODES = [
  'timeout',
  'aborted',
  'network',
  'proxy',
  'cut',
  'unreadable',
  'page_too_large',
  'too_many_redirects',
  'foreign_redirect',
  'busy',
  'refused',
] as const

/** Whether a code is one of the list: code without types can give any. */
export function isSourceErrorCode(code: unknown): code is SourceErrorCode {
  return SOURCE_ERROR_CODES.some((known) => known === code)
}

/** The beginning of an answer. */
export type AnswerHead = Pick<FetchedPage, 'status' | 'url'>

export interface SourceErrorOptions extends ErrorOptions {
  /** Shortest pause before the next attempt. Unit: ms. Default: that of the retriever. */
  readonly retryAfterMs?: number | null | undefined
}

/** Why there is no page. */
export class SourceError extends Error {
  readonly code: SourceErrorCode
  /** The answer whose body could not be read. Absent: null, there was none, or it is not known. */
  answer: AnswerHead | null = null
  /** Shortest pause before the next attempt. Unit: ms. Absent: null, that of the retriever. */
  readonly retryAfterMs: number | null

  constructor(code: SourceErrorCode, message: string, options: SourceErrorOptions = {}) {
    super(message, options)
    this.name = 'SourceError'
    this.code = code
    const { retryAfterMs = null } = options
    this.retryAfterMs = Number.isFinite(retryAfterMs) ? retryAfterMs : null
  }
}

/**
 * Runs a fetch that reports the head of its answer before it reads the body.
 *
 * Rejects: as the fetch does; its `SourceError` then has that head.
 */
export async function withAnswerHead<T>(fetch: (onAnswer: (head: AnswerHead) => void) => Promise<T>): Promise<T> {
  let answer: AnswerHead | null = null
  try {
    return await fetch((head) => {
      answer = head
    })
  } catch (error) {
    if (error instanceof SourceError) error.answer = answer
    throw error
  }
}

/** Why a fetch has no more time: `timeout`, when a time limit has ended it; `aborted`, when its caller has left. */
export function abortedFetch({ reason }: AbortSignal): SourceError {
  return isTimeout(reason)
    ? new SourceError('timeout', reason.message)
    : new SourceError('aborted', 'The caller no longer waits for the page.')
}

export function tooLargeError(maxBytes: number): SourceError {
  return new SourceError('page_too_large', `The page has more than ${maxBytes} bytes.`)
}
