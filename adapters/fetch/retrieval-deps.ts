import type { Lane } from '../pages/pool/line.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'
import type { PageSource } from './source/page-source.ts'
import type { Turns } from './turns/turns.ts'

export interface RetrievalDeps {
  readonly source: PageSource
  readonly extractor: PageExtractor
  readonly turns: Turns
  /** Turns of the pages that are rendered. */
  readonly renderTurns: Turns
  /** Lane of the turns. */
  readonly lane: Lane
  readonly limits: RetrievalLimits
  /** Gives a number from 0 to 1. */
  readonly random: () => number
  /** Gives the time of a clock that never goes back. Unit: ms. */
  readonly monotonicMs: () => number
  /** Clock of the service. Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Gets what each attempt gave: `record`, the kind of another page, or the code of an error. */
  readonly onAttempt: (domain: string, outcome: string) => void
  /** Rejects: when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface RetrievalLimits {
  /** Attempts at a page. Default: 4. */
  readonly attempts: number
  /** Time for a page, with pauses and the wait for turns. Unit: ms. Default: 45,000. */
  readonly totalMs: number
  /** Time for all pages of a record that has several. Unit: ms. Default: 60,000. */
  readonly severalMs: number
  /** Pause before the second attempt. Each later pause is twice as long; half of each is random. Unit: ms. Default: 500. */
  readonly pauseMs: number
}
