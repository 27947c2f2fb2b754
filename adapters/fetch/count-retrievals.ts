import { endpointOf } from '../../core/contract/index.ts'
import type { KeyMode } from '../../core/policy/index.ts'
import type { DailyStatistics } from '../observe/daily-statistics.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from './retriever.ts'

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
