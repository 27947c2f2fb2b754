import type { H3Event } from 'h3'
import { ENDPOINTS, errorBody, ITEM_STATUSES, type BatchHead, type ItemStatus } from '../../../core/contract/index.ts'
import { isEnded } from '../../../core/policy/index.ts'
import type { Batch } from '../../store/batches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { batchExample } from '../openapi/examples/batch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { choosesType } from '../route/accept.ts'
import { admitted, refuseRate } from '../route/admit.ts'
import { FREE, jsonAnswer, refuse, refuseBatch, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import type { Operation } from '../route/route.ts'
import { varyBy } from '../route/vary.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { answerBatch } from './answer-batch.ts'
import { findOwn, idParameter } from './find-batch.ts'

const range = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
})

const paging = [
  range('offset', 'Number of results to skip. Default: 0.'),
  range('limit', 'Most results to return. Default: all.'),
]

const statusParameter: ParameterObject = {
  name: 'status',
  in: 'query',
  required: false,
  description: 'Only results with this status. `offset` and `limit` then count those.',
  schema: { type: 'string', enum: ['ok', 'error'] },
}

const described = {
  schema: 'Batch',
  headers: ADMITTED_HEADERS,
  examples: { batch: { summary: 'A batch that is complete', value: batchExample } },
} as const

const [lineExample] = batchExample.results

interface Selection {
  readonly offset: number
  readonly limit: number
  readonly status: ItemStatus
}

const SELECTION = {
  offset: wholeNumber(0),
  limit: wholeNumber(0),
  status: {
    parse: (text: string): ItemStatus | undefined => ITEM_STATUSES.find((status) => status === text),
    message: `must be one of: ${ITEM_STATUSES.join(', ')}`,
  },
}

/** Whether the client asks for a line for each result. */
function acceptsLines(event: H3Event): boolean {
  varyBy(event, 'Accept')
  return choosesType(event.req.headers.get('accept'), 'application/x-ndjson', 'application/json')
}

export const getBatch: Operation<Service> = {
  ...ENDPOINTS.getBatch,
  operationId: 'getBatch',
  tags: ['batch'],
  summary: 'A batch and its results',
  description:
    'Results are listed in the order of completion, while the batch runs. With `Accept: application/x-ndjson`, the answer has a line of JSON for each result, and not the record. Results are kept for 7 days unless configured otherwise. After that, `limit=0` gives the record, for 90 days unless configured otherwise; then the batch is 404.',
  security: anyKey,
  parameters: [idParameter, ...paging, statusParameter],
  answers: {
    success: success(200, {
      ...described,
      description: 'The batch, or its results as lines.',
      lines: { schema: 'ItemResult', examples: { line: { summary: 'A line', value: lineExample } } },
    }),
    errors: [...ADMITTED_ERRORS, 'invalid_params', 'not_found', 'results_expired'],
  },
  handler: admitted('read', async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuseBatch()
    const reading = readQuery<Selection>(event.url.searchParams, SELECTION)
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    if (!found.hasResults && reading.params.limit !== 0) return refuse('results_expired')
    return answerBatch(event, service, found, { ...reading.params, asLines: acceptsLines(event) })
  }),
}

export const cancelBatch: Operation<Service> = {
  ...ENDPOINTS.cancelBatch,
  operationId: 'cancelBatch',
  tags: ['batch'],
  summary: 'Cancel a batch',
  description:
    'Items without a result end with `batch_aborted` and cost nothing; the batch is `failed`, and its webhook is sent. One that has ended stays as it is.',
  security: anyKey,
  parameters: [idParameter],
  answers: {
    success: success(200, { ...described, description: 'The batch as it is then.' }),
    errors: [...ADMITTED_ERRORS, 'not_found', 'results_expired'],
  },
  handler: admitted('batch', async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuseBatch()
    if (!found.hasResults) return refuse('results_expired')
    const stop = (id: string): Promise<Batch | null> => service.store.batches.stop(id, service.epochMs())
    return answerBatch(event, service, found, { change: stop })
  }),
}

export const redeliverBatch: Operation<Service> = {
  ...ENDPOINTS.redeliverBatch,
  operationId: 'redeliverBatch',
  tags: ['batch'],
  summary: 'Send a webhook again',
  description:
    'Starts the delivery of an ended batch again: six attempts with the same bytes. Once a minute for each batch.',
  security: anyKey,
  parameters: [idParameter],
  answers: {
    success: success(202, {
      description: 'The first attempt is due.',
      schema: 'Redelivery',
      headers: ADMITTED_HEADERS,
      examples: {
        due: { summary: 'It is due', value: { id: batchExample.id, webhook_delivery_status: 'pending' } },
      },
    }),
    errors: [...ADMITTED_ERRORS, 'invalid_params', 'not_found', 'results_expired'],
  },
  handler: admitted('batch', async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuseBatch()
    const problem = findRedeliveryProblem(found)
    if (problem !== null) {
      return refuseWith(errorBody('invalid_params', { details: [{ param: 'id', message: problem }] }))
    }
    const redelivery = await service.store.batches.redeliver(found.id, service.epochMs())
    if (redelivery === 'results_expired') return refuse(redelivery)
    if (typeof redelivery === 'object') return refuseRate(REDELIVERY_LIMIT, redelivery.retryAfterMs, event, service)
    const due: Pick<BatchHead, 'id' | 'webhook_delivery_status'> = { id: found.id, webhook_delivery_status: 'pending' }
    return jsonAnswer(202, due, FREE)
  }),
}

const REDELIVERY_LIMIT = 'A webhook is delivered again once a minute.'

/** Why the webhook of a batch can't be sent again. Absent: null, it can. */
function findRedeliveryProblem({ webhookUrl, progress }: Batch): string | null {
  if (webhookUrl === null) return 'must be of a batch with a webhook_url'
  return isEnded(progress) ? null : 'must be of a batch that has ended'
}
