import { ENDPOINTS, type WatchCreated } from '../../../core/contract/index.ts'
import type { Watch } from '../../store/watches.ts'
import { watchCreatedExample } from '../openapi/examples/watch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printWatchHead } from '../route/print-watch.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { stepOwnWatch } from './step-own-watch.ts'
import { watchIdParameter } from './watch-facts.ts'

export const replaceWatchSecret: Operation<Service> = {
  ...ENDPOINTS.replaceWatchSecret,
  operationId: 'replaceWatchSecret',
  tags: ['watch'],
  summary: 'Replace the secret of the webhook',
  description:
    'All events that are sent from now on are signed with the new secret, also those that failed before. The answer is the only one that has it.',
  security: anyKey,
  parameters: [watchIdParameter],
  answers: {
    success: success(201, {
      description: 'The watch with its new secret. Store it: it is shown only here.',
      schema: 'WatchCreated',
      headers: ADMITTED_HEADERS,
      examples: { replaced: { summary: 'A new secret', value: watchCreatedExample } },
    }),
    errors: [...ADMITTED_ERRORS, 'not_found'],
  },
  handler: admitted('batch', async (event, service, caller) => {
    const { secrets } = service
    const secret = secrets.create()
    const created = (watch: Watch): WatchCreated => ({ ...printWatchHead(watch), webhook_signature_secret: secret })
    return stepOwnWatch(event, service, caller, {
      plan: async () => ({ sealedSecret: secrets.seal(secret) }),
      answer: (watch) => jsonAnswer(201, created(watch), FREE),
    })
  }),
}
