import { setTimeout as sleep } from 'node:timers/promises'
import { retrieveRecord } from './retrieve-record.ts'
import type { RetrievalDeps, RetrievalLimits } from './retrieve-page.ts'
import type { Retriever } from './retriever.ts'
import { FREE_TURNS } from './turns/index.ts'

/** Clocks, pauses and randomness are real, turns are free, rendering needs no other ones, and the lane is that of requests, unless they are given. */
export interface RetrieverOptions
  extends
    Pick<RetrievalDeps, 'source' | 'extractor'>,
    Partial<
      Pick<
        RetrievalDeps,
        'turns' | 'renderTurns' | 'lane' | 'random' | 'monotonicMs' | 'epochMs' | 'pause' | 'onAttempt'
      >
    > {
  readonly limits?: Partial<RetrievalLimits> | undefined
}

const DEFAULT_LIMITS: RetrievalLimits = { attempts: 4, totalMs: 45_000, severalMs: 60_000, pauseMs: 500 }

/**
 * Creates a retriever: it fetches pages from a source, extracts them, and tries
 * again when another attempt may help.
 */
export function createRetriever({ limits, ...options }: RetrieverOptions): Retriever {
  const { turns = FREE_TURNS } = options
  const deps: RetrievalDeps = {
    turns,
    renderTurns: turns,
    lane: 'requests',
    random: Math.random,
    monotonicMs: () => performance.now(),
    epochMs: () => Date.now(),
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    onAttempt: () => undefined,
    ...options,
    limits: { ...DEFAULT_LIMITS, ...limits },
  }
  return { retrieve: (request, signal, workspaceId = null) => retrieveRecord(request, deps, signal, workspaceId) }
}
