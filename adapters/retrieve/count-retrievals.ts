import type { BatchEndpoint } from '../../core/contract/index.ts'
import type { DailyStatistics } from '../observe/daily-statistics.ts'
import { RetrieverBusyError, type Retrieval, type Retriever } from './retriever.ts'

/** A retriever whose outcomes are counted by day. A retrieval that its caller has aborted is not. */
export function countRetrievals(
  retriever: Retriever,
  statistics: Pick<DailyStatistics, 'countRetrieval'>,
  monotonicMs: () => number = () => performance.now(),
): Retriever {
  const counted = async (
    request: { readonly endpoint: BatchEndpoint; readonly domain: string; readonly workspaceId: string },
    work: () => Promise<Retrieval>,
  ): Promise<Retrieval> => {
    const startMs = monotonicMs()
    const count = (outcome: string, winners: Retrieval['winners']): void =>
      statistics.countRetrieval({ ...request, outcome, winners, durationMs: monotonicMs() - startMs })
    try {
      const retrieval = await work()
      count('error' in retrieval ? retrieval.error : 'ok', retrieval.winners)
      return retrieval
    } catch (error) {
      if (error instanceof RetrieverBusyError) count('unavailable', {})
      throw error
    }
  }
  return {
    product: (params, signal, workspaceId = '') =>
      counted({ endpoint: 'market.product', domain: params.domain, workspaceId }, () =>
        retriever.product(params, signal, workspaceId),
      ),
    search: (params, signal, workspaceId = '') =>
      counted({ endpoint: 'market.search', domain: params.domain, workspaceId }, () =>
        retriever.search(params, signal, workspaceId),
      ),
  }
}
