import type { ServiceErrorCode } from '../../../core/contract/index.ts'
import type { OperationObject, ParameterObject } from './document.ts'
import { errorResponses } from './error-responses.ts'
import { batchAgainExample, batchCreatedExample, batchExample, batchRequestExample } from './examples/batch.ts'
import type { HeaderName } from './headers.ts'
import { anyKey, success } from './operation-parts.ts'
import { schemaRef } from './schemas.ts'

/** Errors of every request about a batch. */
const COMMON_ERRORS: readonly ServiceErrorCode[] = [
  'invalid_params',
  'unauthorized',
  'revoked',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** Errors of the request that creates one. */
const CREATION_ERRORS: readonly ServiceErrorCode[] = [
  ...COMMON_ERRORS,
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'not_implemented',
]

/** Errors of batches, those that an item can end with included. */
export const BATCH_ERRORS: readonly ServiceErrorCode[] = [...CREATION_ERRORS, 'batch_aborted']

const HEADERS: readonly HeaderName[] = ['Svc-Request-Id', 'Svc-Cost', 'Svc-Concurrency', 'Svc-Rps']

const id: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the batch.',
  schema: { type: 'string', format: 'uuid' },
  example: batchExample.id,
}

const idempotencyKey: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this batch for a day, within the workspace: the same key and body give the batch that was created first, without its secret.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,255}$' },
}

const range = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', minimum: 0 },
})

const paging = [
  range('offset', 'Results to pass over. Default: none.'),
  range('limit', 'Results to give at most. Default: all.'),
]

export const createBatch: OperationObject = {
  operationId: 'createBatch',
  tags: ['batch'],
  summary: 'Many products or searches',
  description:
    'Takes 1 to 1,000 items, all of them or none. They are worked on in runs, dealt over all batches in turn; each that succeeds is charged as a request of its own. Costs nothing by itself.',
  security: anyKey,
  parameters: [idempotencyKey],
  requestBody: {
    description: 'The items, and who is told when they are done. At most 8 MiB.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('BatchRequest'),
        examples: { batch: { summary: 'Two products and a webhook', value: batchRequestExample } },
      },
    },
  },
  responses: {
    ...success(201, 'The batch was created. Keep the secret: it is shown this once.', 'BatchCreated', HEADERS, {
      created: { summary: 'A new batch', value: batchCreatedExample },
    }),
    ...success(200, 'The batch that the same idempotency key created before.', 'BatchAgain', HEADERS, {
      again: { summary: 'A batch that was there', value: batchAgainExample },
    }),
    ...errorResponses(CREATION_ERRORS),
  },
}

const batch = (description: string) =>
  success(200, description, 'Batch', HEADERS, { batch: { summary: 'A batch that is complete', value: batchExample } })

export const getBatch: OperationObject = {
  operationId: 'getBatch',
  tags: ['batch'],
  summary: 'A batch and its results',
  description:
    'Results appear as they come, in the order of completion, and are kept for 7 days unless configured otherwise.',
  security: anyKey,
  parameters: [id, ...paging],
  responses: { ...batch('The batch.'), ...errorResponses(COMMON_ERRORS) },
}

export const cancelBatch: OperationObject = {
  operationId: 'cancelBatch',
  tags: ['batch'],
  summary: 'Cancel a batch',
  description:
    'Items without a result end with `batch_aborted` and cost nothing; the batch is `failed`, and its webhook is sent. One that has ended stays as it is.',
  security: anyKey,
  parameters: [id],
  responses: { ...batch('The batch as it is then.'), ...errorResponses(COMMON_ERRORS) },
}

export const redeliverBatch: OperationObject = {
  operationId: 'redeliverBatch',
  tags: ['batch'],
  summary: 'Send a webhook again',
  description: 'Begins the delivery of an ended batch anew, with its six attempts and the same bytes.',
  security: anyKey,
  parameters: [id],
  responses: {
    ...success(202, 'The first attempt is due.', 'Redelivery', HEADERS, {
      due: { summary: 'It is due', value: { id: batchExample.id, webhook_delivery_status: 'pending' } },
    }),
    ...errorResponses(COMMON_ERRORS),
  },
}
