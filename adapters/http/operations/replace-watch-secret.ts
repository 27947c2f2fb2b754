import { ENDPOINTS, type WatchCreated } from '../../../core/contract/index.ts'
import { watchCreatedExample } from '../openapi/examples/watch.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuseForNow, refuseWatch } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printWatchHead } from '../route/print-watch.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { findOwnWatch, watchIdParameter } from './watch-facts.ts'

/** Tries to write the secret, while the scheduler writes too. */
const MAX_TRIES = 5

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
    const { store, secrets, epochMs } = service
    const secret = secrets.create()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const watch = await findOwnWatch(event, service, caller)
      if (watch === null) return refuseWatch()
      const step = { sealedSecret: secrets.seal(secret) }
      if (!(await store.watches.step(watch.id, watch.revision, step, epochMs()))) continue
      const answer: WatchCreated = { ...printWatchHead(watch), webhook_signature_secret: secret }
      return jsonAnswer(201, answer, FREE)
    }
    return refuseForNow('busy')
  }),
}
