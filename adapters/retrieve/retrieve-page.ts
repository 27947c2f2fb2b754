import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUrl } from '../../core/index.ts'
import { ExtractionError, type Extraction, type ExtractionRequest, type PageExtractor } from '../extract/extraction.ts'
import type { PageAnswer, PageRequest, PageSource } from '../source/page-source.ts'
import { judgeError, judgePage, type Setback } from './judge.ts'
import { RetrieverBusyError, type RetrievalError } from './retriever.ts'

/** What attempts are made with, and how many. */
export interface Means {
  readonly source: PageSource
  readonly extractor: PageExtractor
  readonly limits: RetrievalLimits
  /** From 0 to 1. */
  readonly random: () => number
  /** Unit: ms. */
  readonly now: () => number
  /** Rejects when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface RetrievalLimits {
  /** Attempts at a page. Default: 4. */
  readonly attempts: number
  /** Time for a page, pauses included. Unit: ms. Default: 45,000. */
  readonly totalMs: number
  /** Pause before the second attempt; each further one is twice as long. Half of it is left to chance. Unit: ms. Default: 500. */
  readonly pauseMs: number
}

/** A page that is wanted, and how it is to be read. */
export interface WantedPage
  extends Omit<PageRequest, 'attempt'>, Pick<ExtractionRequest, 'asin' | 'searchPage' | 'addHtml'> {
  readonly host: string
}

interface PageFacts {
  readonly attempts: number
  readonly sourceStatus: number | null
  readonly resolvedUrl: string | null
}

/** How a page was retrieved, or what that ended with. */
export type PageOutcome = PageFacts &
  ({ readonly page: Extraction } | { readonly error: RetrievalError; readonly reason: string })

export const realPause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal })

/** Rejects: as `Retriever` does. */
export async function retrievePage(wanted: WantedPage, means: Means, caller: AbortSignal): Promise<PageOutcome> {
  caller.throwIfAborted()
  // Many pages may have one caller, such as a batch.
  setMaxListeners(0, caller)
  const end = new AbortController()
  const leave = () => end.abort(caller.reason)
  const timer = setTimeout(() => end.abort(), means.limits.totalMs)
  caller.addEventListener('abort', leave, { once: true })
  try {
    return await new Attempts(wanted, means, end.signal).run(caller)
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
  private readonly wanted: WantedPage
  private readonly means: Means
  private readonly end: AbortSignal
  private readonly deadline: number
  private readonly happened = new Map<RetrievalError, number>()
  private attempt = 0
  private answer: Pick<PageAnswer, 'status' | 'url'> | null = null

  constructor(wanted: WantedPage, means: Means, end: AbortSignal) {
    this.wanted = wanted
    this.means = means
    this.end = end
    this.deadline = means.now() + means.limits.totalMs
  }

  async run(caller: AbortSignal): Promise<PageOutcome> {
    for (;;) {
      this.attempt++
      const result = await this.tryOnce()
      caller.throwIfAborted()
      if ('recordJson' in result) return { ...this.facts(), page: result }
      const isLast = this.isLast(result) || !(await this.rest())
      caller.throwIfAborted()
      if (isLast) return { ...this.facts(), error: result.error, reason: result.reason }
    }
  }

  private async tryOnce(): Promise<Extraction | Setback> {
    const { source, extractor } = this.means
    const { kind, domain, url, language, asin, searchPage, addHtml } = this.wanted
    try {
      const request = { kind, domain, url, language, attempt: this.attempt }
      const { bytes, ...answer } = await source.fetch(request, this.end)
      this.answer = answer
      const page = await extractor.extract(bytes, { domain, asin, searchPage, addHtml, ...answer }, this.end)
      return judgePage(kind, answer.status, page) ?? page
    } catch (error) {
      if (error instanceof ExtractionError && error.code === 'busy') throw new RetrieverBusyError(error.message)
      return judgeError(error)
    }
  }

  private isLast({ error, chances }: Setback): boolean {
    const times = (this.happened.get(error) ?? 0) + 1
    this.happened.set(error, times)
    return times >= chances || this.attempt >= this.means.limits.attempts || this.end.aborted
  }

  /** Pauses before the next attempt. False: there is no time left for it. */
  private async rest(): Promise<boolean> {
    const { limits, random, now, pause } = this.means
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

  private facts(): PageFacts {
    return {
      attempts: this.attempt,
      sourceStatus: this.answer?.status ?? null,
      resolvedUrl: this.answer === null ? null : cleanUrl(this.answer.url, this.wanted.host),
    }
  }
}
