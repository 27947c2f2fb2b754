import { HTTPResponse, type H3Event } from 'h3'
import { ITEM_STATUSES, printBatchHead, type ItemStatus } from '../../../core/contract/index.ts'
import { estimateEndMs, isEnded, pollPauseMs, retryAfterSeconds } from '../../../core/policy/index.ts'
import type { Batch } from '../../store/batches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { FREE, refuse, refuseParams, type HeaderValues } from '../route/answers.ts'
import { choosesType } from '../route/accept.ts'
import type { Service } from '../route/deps.ts'
import { varyBy } from '../route/vary.ts'
import { entityTag, isCurrent } from '../route/entity-tag.ts'
import { choice, readQuery, wholeNumber } from '../route/query.ts'
import { answerBatch, nextPosition } from './answer-batch.ts'

const range = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
})

/** What a poll can ask for. */
export const pollParameters: readonly ParameterObject[] = [
  range('offset', 'Number of results to skip. Default: 0.'),
  range('limit', 'Most results to return. Default: all.'),
  range(
    'since',
    'Only results after this position in the order of completion: `Svc-Next-Since` of the poll before, at first 0, and at most the number of results so far. `limit` then counts positions, and `status` chooses among them. Not with `offset`.',
  ),
  {
    name: 'status',
    in: 'query',
    required: false,
    description: 'Only results with this status. `offset` and `limit` then count those.',
    schema: { type: 'string', enum: ['ok', 'error'] },
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`ETag` of an earlier poll. If nothing has changed since then, the answer is 304, without a body.',
    schema: { type: 'string', minLength: 1 },
  },
]

interface Selection {
  readonly offset: number
  readonly limit: number
  readonly since: number
  readonly status: ItemStatus
}

const SELECTION = {
  offset: wholeNumber(0),
  limit: wholeNumber(0),
  since: wholeNumber(0),
  status: choice(ITEM_STATUSES),
}

/** Answers a poll of a batch of the caller. */
export async function pollBatch(event: H3Event, service: Service, batch: Batch): Promise<HTTPResponse> {
  const reading = readQuery<Selection>(event.url.searchParams, SELECTION)
  const details = reading.ok ? findConflicts(reading.params, batch) : reading.details
  if (!reading.ok || details.length > 0) return refuseParams(details)
  const { since, limit } = reading.params
  if (!batch.hasResults && limit !== 0) return refuse('results_expired')
  const asLines = acceptsLines(event)
  const nowMs = service.epochMs()
  const { mode, progress } = batch
  const estimatedEndMs = estimateEndMs(progress, { mode, intervalMs: service.batchIntervalMs }, nowMs)
  const pause = isEnded(progress) ? {} : toPause(pollPauseMs(estimatedEndMs, mode, nowMs))
  const next = since === undefined ? {} : { 'Svc-Next-Since': String(nextPosition(batch, since, limit)) }
  const headers = { ETag: tagOf(batch, asLines), ...pause, ...next }
  if (isCurrent(event, headers.ETag)) return new HTTPResponse(null, { status: 304, headers: { ...FREE, ...headers } })
  return answerBatch(event, service, batch, { ...reading.params, asLines, estimatedEndMs, headers })
}

function findConflicts(
  { since, offset }: Partial<Selection>,
  { progress: { processedCount } }: Batch,
): { readonly param: string; readonly message: string }[] {
  if (since === undefined) return []
  if (offset !== undefined) return [{ param: 'since', message: 'must not be passed with offset' }]
  // No poll of this batch gave it: a program that goes on from there would miss results.
  const rule = `must be at most ${processedCount}, the number of results so far: take Svc-Next-Since of the poll before`
  return since > processedCount ? [{ param: 'since', message: rule }] : []
}

/** The results of a batch are those that its counters count: nothing of them has to be read. It is weak, because the estimate is left out. */
function tagOf(batch: Batch, asLines: boolean): string {
  return entityTag(JSON.stringify([printBatchHead(batch), batch.hasResults, asLines]))
}

function toPause(pauseMs: number): HeaderValues {
  return { 'Retry-After': String(retryAfterSeconds(pauseMs)) }
}

/** Whether the client asks for a line for each result. */
function acceptsLines(event: H3Event): boolean {
  varyBy(event, 'Accept')
  return choosesType(event.req.headers.get('accept'), 'application/x-ndjson', 'application/json')
}
