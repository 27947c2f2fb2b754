import { setMaxListeners } from 'node:events'
import { cleanUrl } from '../../core/index.ts'
import type { ExtractPageOptions } from '../pages/extract-page.ts'
import { requireMarketplace } from '../pages/require-marketplace.ts'
import { judgeError, judgePage, type AttemptFailure } from './judge-attempt.ts'
import { RetrieverBusyError, type Retrieval, type RetrievalError } from './retriever.ts'
import type { FetchedPage, PageRequest, PageSource } from './source/index.ts'
import { ExtractionError, type PageExtractor, type SerializedExtraction } from './threads/index.ts'

export interface RetrievalDeps {
  readonly source: PageSource
  readonly extractor: PageExtractor
  readonly limits: RetrievalLimits
  /** Gives a number from 0 to 1. */
  readonly random: () => number
  /** Gives the time of a clock that never goes back. Unit: ms. */
  readonly now: () => number
  /** Rejects: when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface RetrievalLimits {
  /** Attempts at a page. Default: 4. */
  readonly attempts: number
  /** Time for a page, pauses included. Unit: ms. Default: 45,000. */
  readonly totalMs: number
  /** Pause before the second attempt. Each later pause is twice as long; half of each is random. Unit: ms. Default: 500. */
  readonly pauseMs: number
}

/** The page to fetch, and how to extract it. */
export interface RetrievePageOptions {
  readonly request: Omit<PageRequest, 'attempt'>
  readonly extraction: Pick<ExtractPageOptions, 'asin' | 'searchPage' | 'addHtml'>
}

/** Retrieves one page, in as many attempts as it takes and the limits allow. Rejects: as a `Retriever` does. */
export async function retrievePage(
  options: RetrievePageOptions,
  deps: RetrievalDeps,
  caller: AbortSignal,
): Promise<Retrieval> {
  caller.throwIfAborted()
  // One caller, such as a batch, may retrieve many pages at the same time.
  setMaxListeners(0, caller)
  const end = new AbortController()
  const leave = () => end.abort(caller.reason)
  const timer = setTimeout(() => end.abort(), deps.limits.totalMs)
  caller.addEventListener('abort', leave, { once: true })
  try {
    return await new Attempts(options, deps, end.signal).run(caller)
  } catch (error) {
    caller.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    caller.removeEventListener('abort', leave)
  }
}

/** The attempts at one page. */
class Attempts {
  private readonly options: RetrievePageOptions
  private readonly deps: RetrievalDeps
  private readonly end: AbortSignal
  private readonly deadline: number
  /** How many attempts ended with each error. */
  private readonly failures = new Map<RetrievalError, number>()
  private attempt = 0
  private answer: Pick<FetchedPage, 'status' | 'url'> | null = null

  constructor(options: RetrievePageOptions, deps: RetrievalDeps, end: AbortSignal) {
    this.options = options
    this.deps = deps
    this.end = end
    this.deadline = deps.now() + deps.limits.totalMs
  }

  async run(caller: AbortSignal): Promise<Retrieval> {
    for (;;) {
      this.attempt++
      const result = await this.tryOnce()
      caller.throwIfAborted()
      if (!('error' in result)) {
        const winners = JSON.parse(result.winnersJson) as Record<string, string>
        return { ...this.facts(), pages: 1, winners, json: result.recordJson ?? 'null' }
      }
      const isLast = this.isLast(result) || !(await this.pauseBeforeNext())
      caller.throwIfAborted()
      if (isLast) return { ...this.facts(), pages: 0, winners: {}, error: result.error, reason: result.reason }
    }
  }

  private async tryOnce(): Promise<SerializedExtraction | AttemptFailure> {
    const { source, extractor } = this.deps
    const { request, extraction } = this.options
    try {
      const { bytes, ...answer } = await source.fetch({ ...request, attempt: this.attempt }, this.end)
      this.answer = answer
      const page = await extractor.extract(bytes, { ...extraction, domain: request.domain, ...answer }, this.end)
      return judgePage(request.kind, answer.status, page) ?? page
    } catch (error) {
      if (error instanceof ExtractionError && error.code === 'busy') throw new RetrieverBusyError(error.message)
      return judgeError(error)
    }
  }

  private isLast({ error, maxAttempts }: AttemptFailure): boolean {
    const times = (this.failures.get(error) ?? 0) + 1
    this.failures.set(error, times)
    return times >= maxAttempts || this.attempt >= this.deps.limits.attempts || this.end.aborted
  }

  /** Pauses before the next attempt. False: there is no time left for one. */
  private async pauseBeforeNext(): Promise<boolean> {
    const { limits, random, now, pause } = this.deps
    const longest = limits.pauseMs * 2 ** (this.attempt - 1)
    const ms = Math.round((longest * (1 + random())) / 2)
    if (now() + ms >= this.deadline) return false
    try {
      await pause(ms, this.end)
    } catch (error) {
      if (this.end.aborted) return false
      throw error
    }
    return true
  }

  private facts(): Pick<Retrieval, 'attempts' | 'sourceStatus' | 'resolvedUrl'> {
    const marketplace = requireMarketplace(this.options.request.domain)
    return {
      attempts: this.attempt,
      sourceStatus: this.answer?.status ?? null,
      resolvedUrl: this.answer === null ? null : cleanUrl(this.answer.url, marketplace),
    }
  }
}
