import { printDeliveries } from '../../../core/contract/index.ts'
import { deliveriesExample } from '../openapi/examples/batch.ts'
import { FREE, jsonAnswer, refuseBatch } from '../route/answers.ts'
import { answered, defineOperation } from './define-operation.ts'
import { findOwnBatch, idParameter } from './find-own.ts'

export const listDeliveries = defineOperation('listDeliveries', 'read', {
  tags: ['batch'],
  summary: 'Attempts at the webhook of a batch',
  description:
    'When each attempt was made, how long it took, and what the receiver answered. An attempt is listed when it has ended. They stay when the results are deleted.',
  parameters: [idParameter('batch')],
  success: answered(200, {
    description: 'The attempts.',
    schema: 'Deliveries',
    examples: { deliveries: { summary: 'Delivered by the third attempt', value: deliveriesExample } },
  }),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const found = await findOwnBatch(event, service, caller)
    if (found === null) return refuseBatch()
    return jsonAnswer(200, printDeliveries(found, await service.store.batches.listAttempts(found.id)), FREE)
  },
})
