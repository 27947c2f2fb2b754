import type { BatchHead } from '../../../core/contract/index.ts'
import { isEnded } from '../../../core/policy/index.ts'
import type { Batch } from '../../store/batches.ts'
import { batchExample } from '../openapi/examples/batch.ts'
import { notModified } from '../openapi/responses.ts'
import { refuseRate } from '../route/admit.ts'
import { FREE, jsonAnswer, refuse, refuseBatch, refuseParam } from '../route/answers.ts'
import { ADMITTED_HEADERS, answered, defineOperation } from './define-operation.ts'
import { answerBatch } from './answer-batch.ts'
import { findOwnBatch, idParameter } from './find-own.ts'
import { pollBatch, pollParameters } from './poll-batch.ts'

const described = {
  schema: 'Batch',
  examples: { batch: { summary: 'A batch that is complete', value: batchExample } },
} as const

const [lineExample] = batchExample.results

export const getBatch = defineOperation('getBatch', 'read', {
  tags: ['batch'],
  summary: 'A batch and its results',
  description:
    'Results are listed in the order of completion, while the batch runs. A program that polls gives `Svc-Next-Since` of a poll as `since` of the next one, its `ETag` as `If-None-Match`, and waits as `Retry-After` says, which every answer has until the batch has ended. With `Accept: application/x-ndjson`, the answer has a line of JSON for each result, and not the record. Results are kept for 7 days unless configured otherwise. After that, `limit=0` gives the record, for 90 days unless configured otherwise; then the batch is 404.',
  parameters: [idParameter('batch'), ...pollParameters],
  success: {
    ...answered(200, {
      ...described,
      description: 'The batch, or its results as lines.',
      headers: ['ETag'],
      rareHeaders: ['Svc-Next-Since', 'Retry-After'],
      lines: { schema: 'ItemResult', examples: { line: { summary: 'A line', value: lineExample } } },
    }),
    ...notModified({
      description: 'Nothing has changed since the poll that `If-None-Match` names.',
      headers: [...ADMITTED_HEADERS, 'ETag'],
      rareHeaders: ['Svc-Next-Since', 'Retry-After'],
    }),
  },
  errors: ['invalid_params', 'not_found', 'results_expired'],
  handler: async (event, service, caller) => {
    const found = await findOwnBatch(event, service, caller)
    return found === null ? refuseBatch() : pollBatch(event, service, found)
  },
})

export const cancelBatch = defineOperation('cancelBatch', 'batch', {
  tags: ['batch'],
  summary: 'Cancel a batch',
  description:
    'Items without a result end with `batch_aborted` and cost nothing; the batch is `failed`, and its webhook is sent. One that has ended stays as it is.',
  parameters: [idParameter('batch')],
  success: answered(200, { ...described, description: 'The batch as it is then.' }),
  errors: ['not_found', 'results_expired'],
  handler: async (event, service, caller) => {
    const found = await findOwnBatch(event, service, caller)
    if (found === null) return refuseBatch()
    if (!found.hasResults) return refuse('results_expired')
    const stop = (id: string): Promise<Batch | null> => service.store.batches.stop(id, service.epochMs())
    return answerBatch(event, service, found, { change: stop })
  },
})

export const redeliverBatch = defineOperation('redeliverBatch', 'batch', {
  tags: ['batch'],
  summary: 'Send a webhook again, or write results again',
  description:
    'Starts the delivery of an ended batch again: six attempts with the same bytes. If its results could not be written to the bucket of `deliver`, they are tried first. Once a minute for each batch.',
  parameters: [idParameter('batch')],
  success: answered(202, {
    description: 'The first attempt is due.',
    schema: 'Redelivery',
    examples: {
      due: { summary: 'It is due', value: { id: batchExample.id, webhook_delivery_status: 'pending' } },
    },
  }),
  errors: ['invalid_params', 'not_found', 'results_expired'],
  handler: async (event, service, caller) => {
    const found = await findOwnBatch(event, service, caller)
    if (found === null) return refuseBatch()
    const problem = findRedeliveryProblem(found)
    if (problem !== null) {
      return refuseParam('id', problem)
    }
    const redelivery = await service.store.batches.redeliver(found.id, service.epochMs())
    if (redelivery === 'results_expired') return refuse(redelivery)
    if (typeof redelivery === 'object') return refuseRate(REDELIVERY_LIMIT, redelivery.retryAfterMs, event, service)
    const webhook_delivery_status = found.webhookUrl === null ? null : 'pending'
    const due: Pick<BatchHead, 'id' | 'webhook_delivery_status'> = { id: found.id, webhook_delivery_status }
    return jsonAnswer(202, due, FREE)
  },
})

const REDELIVERY_LIMIT = 'A webhook is delivered again once a minute.'

/** Why the webhook of a batch can't be sent again. Absent: null, it can. */
function findRedeliveryProblem({ webhookUrl, progress, written }: Batch): string | null {
  const isWritten = written === null || written.status === 'delivered'
  if (webhookUrl === null && isWritten) return 'must be of a batch with a webhook_url'
  return isEnded(progress) ? null : 'must be of a batch that has ended'
}
