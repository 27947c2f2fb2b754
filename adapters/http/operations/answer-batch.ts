import type { H3Event, HTTPResponse } from 'h3'
import { printBatch, printLines, selectResults, type ItemStatus } from '../../../core/contract/index.ts'
import type { Batch } from '../../store/batches.ts'
import { refuseRate } from '../route/admit.ts'
import { FREE, refuseBatch, streamAnswer, JSON_TYPE, LINES_TYPE } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { pacedStream } from '../route/paced-stream.ts'

/** Which results an answer has, and what is done before. */
export interface BatchAnswer {
  /** Results to skip, of those with the status. Default: 0. */
  readonly offset?: number | undefined
  /** Most results to answer. Default: all. */
  readonly limit?: number | undefined
  /** Default: all results. */
  readonly status?: ItemStatus | undefined
  /** Whether the answer has a line for each result, and not the record. Default: false. */
  readonly asLines?: boolean | undefined
  /** What is done to the batch when the answer has its turn. Default: nothing. */
  readonly change?: ((id: string) => Promise<Batch | null>) | undefined
}

const READ_LIMIT = 'Too many answers with results are being read at the same time.'
/** Pause for a caller whose reader got no turn. Unit: ms. */
const READ_RETRY_MS = 1000

/** The record, and as many results as its counter says: more may be added while they are read. */
export async function answerBatch(
  event: H3Event,
  service: Service,
  found: Batch,
  { offset = 0, limit = Infinity, status, asLines = false, change }: BatchAnswer,
): Promise<HTTPResponse> {
  const readsResults = change !== undefined || (limit > 0 && countOf(found, status) > offset)
  const release = readsResults ? await service.resultReads.take(found.workspaceId) : () => undefined
  if (release === null) return refuseRate(READ_LIMIT, READ_RETRY_MS, event, service)
  try {
    const changed = change === undefined ? found : await change(found.id)
    if (changed === null) {
      release()
      return refuseBatch()
    }
    const left = Math.max(0, countOf(changed, status) - offset)
    const range = { offset, limit: Math.min(limit, left) }
    const results =
      status === undefined
        ? service.store.batches.results(found.id, range)
        : selectResults(service.store.batches.results(found.id), status, range)
    const pieces = asLines ? printLines(results) : printBatch(changed, results)
    return streamAnswer(200, pacedStream(pieces, release), asLines ? LINES_TYPE : JSON_TYPE, FREE)
  } catch (error) {
    release()
    throw error
  }
}

function countOf({ progress }: Batch, status: ItemStatus | undefined): number {
  if (status === undefined) return progress.processedCount
  return status === 'ok' ? progress.successCount : progress.failureCount
}
