import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'

const health = (description: string) =>
  success(200, {
    description,
    schema: 'Health',
    headers: ['Svc-Request-Id'],
    examples: { ok: { summary: 'Healthy', value: { status: 'ok' } } },
  })

export const getLiveness: Operation<unknown> = {
  method: 'GET',
  path: '/livez',
  allowsHead: true,
  ...open,
  operationId: 'getLiveness',
  tags: ['service'],
  summary: 'The process runs',
  description: 'Checks nothing else. Replace a process that does not answer.',
  answers: { success: health('It runs.'), errors: [] },
  handler: () => jsonAnswer(200, { status: 'ok' }),
}

export const getReadiness: Operation<Service> = {
  method: 'GET',
  path: '/readyz',
  allowsHead: true,
  ...open,
  operationId: 'getReadiness',
  tags: ['service'],
  summary: 'The service takes requests',
  description: 'It does not from the moment when it is asked to end, or while its store is down.',
  answers: { success: health('It takes requests.'), errors: ['unavailable'] },
  handler: async (_, { activity, store, log }) => {
    if (activity.isLeaving || activity.isDraining) return refuseForNow()
    try {
      await store.workspaces.list()
    } catch (error) {
      log.error({ err: error }, 'the store is unavailable')
      return refuseForNow()
    }
    return jsonAnswer(200, { status: 'ok' })
  },
}
