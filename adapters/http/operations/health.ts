import { jsonAnswer, refuseForNow } from '../route/answers.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { ENDPOINTS } from '../../../core/contract/index.ts'
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
  ...ENDPOINTS.getLiveness,
  allowsHead: true,
  ...open,
  operationId: 'getLiveness',
  tags: ['service'],
  summary: 'The process runs',
  description: 'Checks nothing else. Replace a process that does not answer.',
  answers: { success: health('It runs.'), errors: ['payload_too_large'] },
  handler: () => jsonAnswer(200, { status: 'ok' }),
}

export const getReadiness: Operation<Service> = {
  ...ENDPOINTS.getReadiness,
  allowsHead: true,
  ...open,
  operationId: 'getReadiness',
  tags: ['service'],
  summary: 'The service takes requests',
  description:
    'It does not from the moment when it is asked to end, while its store can not write or has lost its data, while its disk is almost full, or while the browser that all its pages need can not be reached. The store is tried for the answer, at most ten times a second. An answer takes about a second at most; a store that has not answered for 3 seconds can not write.',
  answers: {
    success: success(200, {
      description: 'It takes requests.',
      schema: 'Readiness',
      headers: ['Svc-Request-Id'],
      examples: { ok: { summary: 'Ready', value: { status: 'ok', last_run_seconds: 12 } } },
    }),
    errors: ['payload_too_large', 'unavailable'],
  },
  handler: async (_, { activity, health }) => {
    if (activity.isLeaving || activity.isDraining) return refuseForNow('draining')
    if ((await health.findProblem()) !== null) return refuseForNow('not_ready')
    const [ageMs, browser] = [health.lastRunAgeMs(), health.browser()]
    const last_run_seconds = ageMs === null ? null : Math.floor(ageMs / 1000)
    return jsonAnswer(200, { status: 'ok', last_run_seconds, ...(browser === null ? {} : { browser }) })
  },
}
