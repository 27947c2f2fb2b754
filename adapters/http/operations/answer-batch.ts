import type { H3Event, HTTPResponse } from 'h3'
import { printBatch, printLines, selectResults, type ItemStatus } from '../../../core/contract/index.ts'
import type { Batch, Batches } from '../../store/batches.ts'
import { refuseRead } from '../route/read-in-turn.ts'
import { FREE, refuseBatch, streamAnswer, JSON_TYPE, LINES_TYPE, type HeaderValues } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { pacedStream } from '../route/paced-stream.ts'

/** Which results an answer has, and what is done before. */
export interface BatchAnswer {
  /** Results to skip, of those with the status. Default: 0. */
  readonly offset?: number | undefined
  /** Most results to answer. Default: all. */
  readonly limit?: number | undefined
  /** Only results after this position in the order of completion; `limit` counts positions then. Default: `offset` and `limit` count the results with the status. */
  readonly since?: number | undefined
  /** Default: all results. */
  readonly status?: ItemStatus | undefined
  /** Whether the answer has a line for each result, and not the record. Default: false. */
  readonly asLines?: boolean | undefined
  /** When the batch will have ended. Absent: null, it is not known. Default: null. Unit: ms since 1970. */
  readonly estimatedEndMs?: number | null | undefined
  /** Headers besides its cost. Default: none. */
  readonly headers?: HeaderValues | undefined
  /** What is done to the batch when the answer has its turn. Default: nothing. */
  readonly change?: ((id: string) => Promise<Batch | null>) | undefined
}

/** The record, and as many results as its counter says: more may be added while they are read. */
export async function answerBatch(
  event: H3Event,
  service: Service,
  found: Batch,
  { offset = 0, limit = Infinity, since, status, asLines = false, estimatedEndMs, headers, change }: BatchAnswer,
): Promise<HTTPResponse> {
  const choice = { offset, limit, since, status }
  const readsResults = change !== undefined || rangeOf(found, choice).limit > 0
  const release = readsResults ? await service.resultReads.take(found.workspaceId) : () => undefined
  if (release === null) return refuseRead(event, service)
  try {
    const changed = change === undefined ? found : await change(found.id)
    if (changed === null) {
      release()
      return refuseBatch()
    }
    const results = chooseResults(service.store.batches, changed, choice)
    const pieces = asLines ? printLines(results) : printBatch(changed, results, estimatedEndMs)
    return streamAnswer(200, pacedStream(pieces, release), asLines ? LINES_TYPE : JSON_TYPE, { ...FREE, ...headers })
  } catch (error) {
    release()
    throw error
  }
}

interface Range {
  readonly offset: number
  readonly limit: number
}

type Choice = Range & Pick<BatchAnswer, 'since' | 'status'>

/** The positions of an answer, or with a status and without `since`, its results among those with the status. */
function rangeOf(batch: Batch, { offset, limit, since, status }: Choice): Range {
  const start = since ?? offset
  const count = since === undefined ? countOf(batch, status) : batch.progress.processedCount
  return { offset: start, limit: Math.min(limit, Math.max(0, count - start)) }
}

function chooseResults(batches: Batches, batch: Batch, choice: Choice): AsyncIterable<string> {
  const { since, status } = choice
  const range = rangeOf(batch, choice)
  if (status === undefined) return batches.results(batch.id, range)
  if (since === undefined) return selectResults(batches.results(batch.id), status, range)
  return selectResults(batches.results(batch.id, range), status, { offset: 0, limit: range.limit })
}

/** The position after the results of a poll. */
export function nextPosition(batch: Batch, since: number, limit = Infinity): number {
  return since + rangeOf(batch, { since, limit, offset: 0 }).limit
}

function countOf({ progress }: Batch, status: ItemStatus | undefined): number {
  if (status === undefined) return progress.processedCount
  return status === 'ok' ? progress.successCount : progress.failureCount
}
