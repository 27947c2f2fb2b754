import type { WatchCreated } from '../../../core/contract/index.ts'
import type { Watch } from '../../store/watches.ts'
import { watchCreatedExample } from '../openapi/examples/watch.ts'
import { FREE, jsonAnswer, refuseWatch } from '../route/answers.ts'
import { printWatchHead } from '../route/print-watch.ts'
import { answered, defineOperation } from './define-operation.ts'
import { stepOwn } from './step-own.ts'
import { idParameter } from './find-own.ts'

export const replaceWatchSecret = defineOperation('replaceWatchSecret', 'batch', {
  tags: ['watch'],
  summary: 'Replace the secret of the webhook',
  description:
    'All events that are sent from now on are signed with the new secret, also those that failed before. The answer is the only one that has it.',
  parameters: [idParameter('watch')],
  success: answered(201, {
    description: 'The watch with its new secret. Store it: it is shown only here.',
    schema: 'WatchCreated',
    examples: { replaced: { summary: 'A new secret', value: watchCreatedExample } },
  }),
  errors: ['not_found'],
  handler: async (event, service, caller) => {
    const { secrets } = service
    const secret = secrets.create()
    const created = (watch: Watch): WatchCreated => ({ ...printWatchHead(watch), webhook_signature_secret: secret })
    return stepOwn(event, service, caller, service.store.watches, {
      missing: refuseWatch,
      plan: async () => ({ sealedSecret: secrets.seal(secret) }),
      answer: (watch) => jsonAnswer(201, created(watch), FREE),
    })
  },
})
