import * as v from 'valibot'
import { ENDPOINTS } from '../../../core/contract/index.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'
import { jsonAnswer } from '../route/answers.ts'
import type { Operation } from '../route/route.ts'

export const getPing: Operation<unknown> = {
  ...ENDPOINTS.getPing,
  allowsHead: true,
  ...open,
  operationId: 'getPing',
  tags: ['service'],
  summary: 'An answer',
  description: 'Answers, and does nothing else.',
  answers: {
    success: success(200, {
      description: 'The answer.',
      schema: v.object({ pong: v.pipe(v.boolean(), v.description('True.')) }),
      headers: ['Svc-Request-Id'],
      examples: { pong: { summary: 'The answer', value: { pong: true } } },
    }),
    errors: [],
  },
  handler: () => jsonAnswer(200, { pong: true }),
}
