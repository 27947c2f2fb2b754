import { endpointOf } from '../../core/contract/index.ts'
import type { KeyMode } from '../../core/policy/index.ts'
import type { DailyStatistics } from '../observe/daily-statistics.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from './retriever.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { retrieveRecord } from './retrieve-record.ts'
import type { RetrievalDeps, RetrievalLimits } from './retrieval-deps.ts'
import { FREE_TURNS } from './turns/turns.ts'

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

/** A retriever for keys of a mode, whose outcomes are counted by day. A retrieval that its caller has aborted is not. */
export function countRetrievals(
  retriever: Retriever,
  mode: KeyMode,
  statistics: Pick<DailyStatistics, 'countRetrieval'>,
  monotonicMs: () => number = () => performance.now(),
): Retriever {
  return {
    retrieve: async (request, signal, workspaceId = null) => {
      const startMs = monotonicMs()
      const facts = {
        mode,
        endpoint: endpointOf(request.record),
        record: request.record,
        domain: request.params.domain,
        workspaceId: workspaceId ?? '',
      }
      const count = (outcome: string, { winners, issues }: Pick<Retrieval, 'winners' | 'issues'>): void =>
        statistics.countRetrieval({ ...facts, outcome, winners, issues, durationMs: monotonicMs() - startMs })
      try {
        const retrieval = await retriever.retrieve(request, signal, workspaceId)
        count('error' in retrieval ? retrieval.error : 'ok', retrieval)
        return retrieval
      } catch (error) {
        if (error instanceof RetrieverBusyError) count('unavailable', { winners: {}, issues: [] })
        throw error
      }
    },
  }
}
