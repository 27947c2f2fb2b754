import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import { errorBody, printBatch, type BatchHead } from '../../../core/contract/index.ts'
import { isEnded } from '../../../core/policy/index.ts'
import type { Batch, ResultRange } from '../../store/batches.ts'
import type { Caller } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { batchExample } from '../openapi/examples/batch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted, refuseRate } from '../route/admit.ts'
import { FREE, jsonAnswer, jsonStreamAnswer, refuse, refuseWith } from '../route/answers.ts'
import { pacedStream } from '../route/paced-stream.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the batch.',
  schema: { type: 'string', format: 'uuid' },
  example: batchExample.id,
}

const range = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', minimum: 0 },
})

const paging = [
  range('offset', 'Number of results to skip. Default: 0.'),
  range('limit', 'Most results to return. Default: all.'),
]

const batch = (description: string) =>
  success(200, {
    description,
    schema: 'Batch',
    headers: ADMITTED_HEADERS,
    examples: { batch: { summary: 'A batch that is complete', value: batchExample } },
  })

export const getBatch: Operation<Service> = {
  method: 'GET',
  path: '/api/v1/market/batch/:id',
  operationId: 'getBatch',
  tags: ['batch'],
  summary: 'A batch and its results',
  description:
    'Results are listed in the order of completion, while the batch runs, and are kept for 7 days unless configured otherwise. After that, `limit=0` gives the record, for 90 days unless configured otherwise; then the batch is 404.',
  security: anyKey,
  parameters: [id, ...paging],
  answers: { success: batch('The batch.'), errors: [...ADMITTED_ERRORS, 'results_expired'] },
  handler: admitted(async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuse('not_found')
    const reading = readRange(event.url.searchParams)
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: [...reading.details] }))
    if (!found.hasResults && reading.params.limit !== 0) return refuse('results_expired')
    return answerBatch(event, service, found, reading.params)
  }),
}

export const cancelBatch: Operation<Service> = {
  method: 'DELETE',
  path: '/api/v1/market/batch/:id',
  operationId: 'cancelBatch',
  tags: ['batch'],
  summary: 'Cancel a batch',
  description:
    'Items without a result end with `batch_aborted` and cost nothing; the batch is `failed`, and its webhook is sent. One that has ended stays as it is.',
  security: anyKey,
  parameters: [id],
  answers: { success: batch('The batch as it is then.'), errors: ADMITTED_ERRORS },
  handler: admitted(async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    const stop = (id: string): Promise<Batch | null> => service.store.batches.stop(id, service.now())
    return found === null ? refuse('not_found') : answerBatch(event, service, found, {}, stop)
  }),
}

export const redeliverBatch: Operation<Service> = {
  method: 'POST',
  path: '/api/v1/market/batch/:id/redeliver',
  operationId: 'redeliverBatch',
  tags: ['batch'],
  summary: 'Send a webhook again',
  description:
    'Starts the delivery of an ended batch again: six attempts with the same bytes. Once a minute for each batch.',
  security: anyKey,
  parameters: [id],
  answers: {
    success: success(202, {
      description: 'The first attempt is due.',
      schema: 'Redelivery',
      headers: ADMITTED_HEADERS,
      examples: {
        due: { summary: 'It is due', value: { id: batchExample.id, webhook_delivery_status: 'pending' } },
      },
    }),
    errors: [...ADMITTED_ERRORS, 'results_expired'],
  },
  handler: admitted(async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuse('not_found')
    const problem = findRedeliveryProblem(found)
    if (problem !== null) {
      return refuseWith(errorBody('invalid_params', { details: [{ param: 'id', message: problem }] }))
    }
    const redelivery = await service.store.batches.redeliver(found.id, service.now())
    if (redelivery === 'results_expired') return refuse(redelivery)
    if (typeof redelivery === 'object') return refuseRate(REDELIVERY_LIMIT, redelivery.retryAfterMs, event, service)
    const due: Pick<BatchHead, 'id' | 'webhook_delivery_status'> = { id: found.id, webhook_delivery_status: 'pending' }
    return jsonAnswer(202, due, FREE)
  }),
}

const REDELIVERY_LIMIT = 'A webhook is delivered again once a minute.'

/** Form of the ids that the service gives. Nothing else reaches the store as the name of a record. */
const BATCH_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds the batch of a path. Absent: null, it does not exist, or it belongs to another workspace or to keys of the other kind; callers can't tell which. */
async function findOwn(event: H3Event, { store }: Service, { workspace, kind }: Caller): Promise<Batch | null> {
  const batchId = getRouterParam(event, 'id') ?? ''
  const found = BATCH_ID.test(batchId) ? await store.batches.find(batchId) : null
  return found?.workspaceId === workspace.id && found.kind === kind ? found : null
}

const READ_LIMIT = 'Too many answers with results are being read at the same time.'
/** Pause for a caller whose reader got no turn. Unit: ms. */
const READ_RETRY_MS = 1000

/**
 * The record, and as many results as its counter says: more may be added while they are read.
 * `change`: what is done to the batch when the answer has its turn. Default: null, nothing.
 */
async function answerBatch(
  event: H3Event,
  service: Service,
  found: Batch,
  { offset = 0, limit = Infinity }: ResultRange,
  change: ((id: string) => Promise<Batch | null>) | null = null,
): Promise<HTTPResponse> {
  const readsResults = change !== null || (limit > 0 && found.progress.processedCount > offset)
  const release = readsResults ? await service.resultReads.take(found.workspaceId) : () => undefined
  if (release === null) return refuseRate(READ_LIMIT, READ_RETRY_MS, event, service)
  try {
    const changed = change === null ? found : await change(found.id)
    if (changed === null) {
      release()
      return refuse('not_found')
    }
    const left = Math.max(0, changed.progress.processedCount - offset)
    const results = service.store.batches.results(found.id, { offset, limit: Math.min(limit, left) })
    return jsonStreamAnswer(200, pacedStream(printBatch(changed, results), release), FREE)
  } catch (error) {
    release()
    throw error
  }
}

/** Why the webhook of a batch can't be sent again. Absent: null, it can. */
function findRedeliveryProblem({ webhookUrl, progress }: Batch): string | null {
  if (webhookUrl === null) return 'must be of a batch with a webhook_url'
  return isEnded(progress) ? null : 'must be of a batch that has ended'
}

type RangeReading =
  | { readonly ok: true; readonly params: ResultRange }
  | { readonly ok: false; readonly details: readonly { readonly param: string; readonly message: string }[] }

const WHOLE_NUMBER = /^[0-9]{1,9}$/

function readRange(query: URLSearchParams): RangeReading {
  const names = ['offset', 'limit'] as const
  const details = names
    .filter(
      (name) => query.getAll(name).some((text) => !WHOLE_NUMBER.test(text)) || new Set(query.getAll(name)).size > 1,
    )
    .map((param) => ({ param, message: 'must be a whole number, not below 0' }))
  if (details.length > 0) return { ok: false, details }
  const [offset, limit] = names.map((name) => (query.has(name) ? Number(query.get(name)) : undefined))
  return { ok: true, params: { offset, limit } }
}
