import { jsonAnswer, jsonTextAnswer, refuseForNow } from '../route/answers.ts'
import { mountBase } from '../route/mount-base.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/service.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'

/** What the operation that describes all operations works with. */
export interface Describer {
  /** Gives the OpenAPI document as JSON. `serverUrl`: where the service is reached. */
  readonly describe: (serverUrl: string) => string
}

export const getOpenApi: Operation<Describer> = {
  method: 'GET',
  path: '/api/v1/openapi.json',
  allowsHead: true,
  ...open,
  operationId: 'getOpenApi',
  tags: ['service'],
  summary: 'This description',
  description: 'The interface as OpenAPI 3.1.',
  answers: {
    success: success(200, {
      description: 'The description.',
      schema: 'OpenApi',
      headers: ['Svc-Request-Id'],
      examples: {
        description: {
          summary: 'Its beginning',
          value: { openapi: '3.1.0', info: { title: 'shelfmark', version: '1.0.0' }, paths: {} },
        },
      },
    }),
    errors: [],
  },
  handler: (event, { describe }) => jsonTextAnswer(200, describe(mountBase(event, getOpenApi.path) || '/')),
}

const health = (description: string) =>
  success(200, {
    description,
    schema: 'Health',
    headers: ['Svc-Request-Id'],
    examples: { ok: { summary: 'All is well', value: { status: 'ok' } } },
  })

export const getLiveness: Operation<unknown> = {
  method: 'GET',
  path: '/livez',
  allowsHead: true,
  ...open,
  operationId: 'getLiveness',
  tags: ['service'],
  summary: 'The process runs',
  description: 'Asks nobody else; a process that does not answer is to be replaced.',
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
  description: 'Not while it drains, nor while its store is down.',
  answers: { success: health('It takes requests.'), errors: ['unavailable'] },
  handler: async (_, { activity, store, log }) => {
    if (activity.isDraining) return refuseForNow()
    try {
      await store.workspaces.list()
    } catch (error) {
      log.error({ err: error }, 'the store is unavailable')
      return refuseForNow()
    }
    return jsonAnswer(200, { status: 'ok' })
  },
}
