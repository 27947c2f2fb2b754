import { ENDPOINTS, printDeliveries } from '../../../core/contract/index.ts'
import { deliveriesExample } from '../openapi/examples/batch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuseBatch } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { findOwn, idParameter } from './find-batch.ts'

export const listDeliveries: Operation<Service> = {
  ...ENDPOINTS.listDeliveries,
  operationId: 'listDeliveries',
  tags: ['batch'],
  summary: 'Attempts at the webhook of a batch',
  description:
    'When each attempt was made, how long it took, and what the receiver answered. An attempt is listed when it has ended. They stay when the results are deleted.',
  security: anyKey,
  parameters: [idParameter],
  answers: {
    success: success(200, {
      description: 'The attempts.',
      schema: 'Deliveries',
      headers: ADMITTED_HEADERS,
      examples: { deliveries: { summary: 'Delivered by the third attempt', value: deliveriesExample } },
    }),
    errors: [...ADMITTED_ERRORS, 'not_found'],
  },
  handler: admitted('read', async (event, service, caller) => {
    const found = await findOwn(event, service, caller)
    if (found === null) return refuseBatch()
    return jsonAnswer(200, printDeliveries(found, await service.store.batches.listAttempts(found.id)), FREE)
  }),
}
