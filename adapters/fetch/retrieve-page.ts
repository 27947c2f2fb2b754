import { setMaxListeners } from 'node:events'
import { cleanUrl, type Issue } from '../../core/index.ts'
import type { ProvenBy, RenderParams } from '../../core/contract/index.ts'
import type { FieldIssue } from '../observe/winner-counts.ts'
import { timeoutReason, untilAborted, followSignal } from '../signals.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import { judgeError, judgePage, judgePlace, type AttemptFailure } from './judge-attempt.ts'
import type { RetrievalDeps } from './retrieval-deps.ts'
import type { PageRetrieval } from './page-retrieval.ts'
import { provePlace, toOutcome, UNREADABLE } from './prove-place.ts'
import { RetrieverBusyError, type Retrieval } from './retriever.ts'
import {
  abortedFetch,
  SourceError,
  type EarlierPage,
  type FetchedPage,
  type PageRequest,
  type RenderRequest,
  type RequestTurn,
} from './source/page-source.ts'
import { printProvenance, type SerializedExtraction } from '../pages/pool/serialize-extraction.ts'
import type { PageOptions } from '../pages/pool/page-extractor.ts'
import { NoTurnError, type Payer, type Release } from '../pages/pool/line.ts'
import type { Turns } from './turns/turns.ts'

/** The page to fetch, and how to extract it. */
export interface RetrievePageOptions {
  readonly request: Omit<PageRequest, 'attempt'>
  readonly extraction: PageOptions
  /** Turns are dealt over workspaces. Absent: null, they are shared with nobody. */
  readonly workspaceId: string | null
  /** Time for the page. Unit: ms. Default: that of the limits. */
  readonly totalMs?: number | undefined
  /** Called when an attempt begins to fetch the page. */
  readonly onFetch?: (() => void) | undefined
}

/** Retrieves one page, in as many attempts as it takes and the limits allow. Rejects: as a `Retriever` does. */
export async function retrievePage(
  options: RetrievePageOptions,
  deps: RetrievalDeps,
  caller: AbortSignal,
): Promise<PageRetrieval> {
  caller.throwIfAborted()
  // One caller, such as a batch, may retrieve many pages at the same time.
  setMaxListeners(0, caller)
  const { totalMs = deps.limits.totalMs } = options
  const { own: end, unfollow } = followSignal(caller)
  const pass = (): void => end.abort(timeoutReason(`The ${totalMs} ms of the request have passed.`))
  const timer = setTimeout(pass, totalMs)
  try {
    return await new Attempts({ ...options, totalMs }, deps, end.signal).run(caller)
  } catch (error) {
    caller.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    unfollow()
  }
}

/** How a page is rendered. Absent: undefined, it is not. */
export function toRenderRequest({ render_js, screenshot }: RenderParams): RenderRequest | undefined {
  return render_js ? { screenshot } : undefined
}

/** A page that gave a record, and the picture of it, as PNG in base64. */
interface Extracted {
  readonly page: SerializedExtraction
  readonly location: ProvenBy | null
  readonly screenshot: string | null
}

type TimedOptions = RetrievePageOptions & { readonly totalMs: number }

/** The attempts at one page. */
class Attempts {
  private readonly options: TimedOptions
  private readonly deps: RetrievalDeps
  private readonly end: AbortSignal
  private readonly deadline: number
  /** Whole pages that could not be read. */
  private unread = 0
  private attempt = 0
  /** Unit: ms. */
  private waitedMs = 0
  private answer: (Pick<FetchedPage, 'status' | 'url'> & { readonly atMs: number }) | null = null
  /** The page that was fetched last, as one that can ask for a part of itself. */
  private earlier: EarlierPage

  constructor(options: TimedOptions, deps: RetrievalDeps, end: AbortSignal) {
    this.options = options
    this.deps = deps
    this.end = end
    this.deadline = deps.monotonicMs() + options.totalMs
    const { url } = options.request
    this.earlier = { requestUrl: url, url, attempt: 1, isPlaceProven: false }
  }

  async run(caller: AbortSignal): Promise<PageRetrieval> {
    let before = ''
    for (;;) {
      const release = await this.takeTurn()
      if (caller.aborted) {
        release()
        caller.throwIfAborted()
      }
      this.attempt++
      this.options.onFetch?.()
      const result = await this.tryOnce(release)
      this.deps.onAttempt(this.options.request.domain, 'error' in result ? result.outcome : 'record')
      caller.throwIfAborted()
      if (!('error' in result)) {
        const { page, location, screenshot } = result
        const winners = JSON.parse(page.winnersJson) as Record<string, string>
        const issues = (JSON.parse(page.issuesJson) as readonly Issue[]).map(
          ({ field, problem, against }): FieldIssue => ({ field, problem, against: against?.field ?? null }),
        )
        const { hasMore, recordJson: json } = page
        const provenanceJson = this.options.extraction.explain === true ? printProvenance(page) : null
        const loading = { rest: page.rest ?? null, earlier: { ...this.earlier, isPlaceProven: location !== null } }
        return {
          ...this.facts(),
          hasMore,
          pages: 1,
          location,
          winners,
          issues,
          json: json ?? 'null',
          screenshot,
          provenanceJson,
          ...loading,
        }
      }
      const isLast = this.isLast(result) || !(await this.pauseBeforeNext(result))
      caller.throwIfAborted()
      if (!isLast) {
        before = ` The attempt before: ${result.reason}`
        continue
      }
      this.throwIfItOnlyWaited()
      const { error, reasonCode, details } = result
      // That the time has passed does not say what took it.
      const reason = this.end.aborted ? result.reason + before : result.reason
      const nothing = { hasMore: null, pages: 0, location: null, winners: {}, issues: [] }
      return { ...this.facts(), ...nothing, error, reason, reasonCode, details }
    }
  }

  private get turns(): Turns {
    const { turns, renderTurns } = this.deps
    return this.options.request.render === undefined ? turns : renderTurns
  }

  /** Waits for a turn at the marketplace. Rejects: with a `RetrieverBusyError`. */
  private async takeTurn(): Promise<Release> {
    const { lane, monotonicMs } = this.deps
    const { request, workspaceId } = this.options
    const startMs = monotonicMs()
    try {
      return await beginTurn(this.turns, request.domain, { lane, workspaceId }, this.end)
    } finally {
      this.waitedMs += monotonicMs() - startMs
    }
  }

  /** When the time has ended, and most of it was the wait for turns, the marketplace is not to blame. */
  private throwIfItOnlyWaited(): void {
    if (!this.end.aborted || 2 * this.waitedMs <= this.options.totalMs) return
    throw new RetrieverBusyError(`Of ${this.options.totalMs} ms, ${Math.round(this.waitedMs)} were spent waiting.`)
  }

  private async tryOnce(release: Release): Promise<Extracted | AttemptFailure> {
    const { extractor } = this.deps
    const { request, extraction, workspaceId } = this.options
    try {
      const { bytes, screenshot, session, ...answer } = await this.fetch(release)
      const options = { ...extraction, domain: request.domain, ...answer }
      let outcome = UNREADABLE
      try {
        const page = await extractor.extract(bytes, options, this.end, workspaceId)
        const proof = provePlace(request, page, session)
        const failure =
          judgePage(request.record, answer.status, page) ?? judgePlace(request.place, page, proof, session)
        if (session !== undefined) outcome = { ...toOutcome(page, proof), isRecord: failure === null }
        return failure ?? { page, location: proof.by, screenshot: this.requirePicture(screenshot) }
      } finally {
        session?.report(outcome)
      }
    } catch (error) {
      return judgeError(error)
    }
  }

  /** The picture in base64. Absent: null, none was requested. Throws: `unreadable`, when the source gave none. */
  private requirePicture(screenshot: Uint8Array | undefined): string | null {
    if ((this.options.request.render?.screenshot ?? null) === null) return null
    if (screenshot === undefined) throw new SourceError('unreadable', 'The source gave no picture of the page.')
    return Buffer.from(screenshot).toString('base64')
  }

  private async fetch(release: Release): Promise<FetchedPage> {
    const { source, epochMs } = this.deps
    try {
      const turn = this.toTurn(release)
      const request = { ...this.options.request, attempt: this.attempt, turn, takesCoded: true }
      const fetching = source.fetch(request, this.end)
      const page = await untilAborted(fetching, this.end, () => abortedFetch(this.end))
      const { status, url, setCookies, session, exit } = page
      this.answer = { status, url, atMs: epochMs() }
      this.earlier = { ...this.earlier, url, setCookies, session, exit, attempt: this.attempt }
      return page
    } catch (error) {
      if (error instanceof SourceError && error.answer !== null) this.answer = { ...error.answer, atMs: epochMs() }
      throw error
    } finally {
      release()
    }
  }

  /** The turn that a source gets, for one that makes several requests. */
  private toTurn(release: Release): RequestTurn {
    const { lane } = this.deps
    const { request, workspaceId } = this.options
    return {
      workspaceId,
      end: release,
      begin: (signal) => beginTurn(this.turns, request.domain, { lane, workspaceId }, signal),
    }
  }

  private isLast({ maxAttempts }: AttemptFailure): boolean {
    if (maxAttempts < Infinity) this.unread++
    return this.unread >= maxAttempts || this.attempt >= this.deps.limits.attempts || this.end.aborted
  }

  /** Pauses before the next attempt. False: there is no time left for one. */
  private async pauseBeforeNext({ retryAfterMs }: AttemptFailure): Promise<boolean> {
    const { limits, random, monotonicMs, pause } = this.deps
    const longest = limits.pauseMs * 2 ** (this.attempt - 1)
    const ms = Math.max(Math.round((longest * (1 + random())) / 2), retryAfterMs ?? 0)
    if (monotonicMs() + ms >= this.deadline) return false
    try {
      await pause(ms, this.end)
    } catch (error) {
      if (this.end.aborted) return false
      throw error
    }
    return true
  }

  private facts(): Pick<Retrieval, 'attempts' | 'sourceStatus' | 'resolvedUrl' | 'fetchedAtMs'> {
    const marketplace = requireMarketplace(this.options.request.domain)
    return {
      attempts: this.attempt,
      sourceStatus: this.answer?.status ?? null,
      resolvedUrl: this.answer === null ? null : cleanUrl(this.answer.url, marketplace),
      fetchedAtMs: this.answer?.atMs ?? null,
    }
  }
}

/** Rejects: with a `RetrieverBusyError`, when there is no turn in time. */
async function beginTurn(turns: Turns, domain: string, payer: Payer, signal: AbortSignal): Promise<Release> {
  try {
    return await turns.take(domain, payer, signal)
  } catch (error) {
    if (error instanceof NoTurnError) throw new RetrieverBusyError(error.message, { cause: error })
    throw error
  }
}
