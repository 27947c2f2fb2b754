import { ENDPOINTS } from '../../../core/contract/index.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'
import { JSON_TYPE, textAnswer } from '../route/answers.ts'
import { mountBase } from '../route/mount-base.ts'
import type { Operation, Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'

/** What the operation that describes all operations works with. */
export interface Describer {
  /** Gives the OpenAPI document as JSON, in UTF-8. `serverUrl`: where the service is reached. */
  readonly describe: (serverUrl: string) => Uint8Array<ArrayBuffer>
}

export const getOpenApi: Operation<Describer> = {
  ...ENDPOINTS.getOpenApi,
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
  handler: (event, { describe }) => textAnswer(200, describe(mountBase(event, getOpenApi.path) || '/'), JSON_TYPE),
}

/** A page to read the interface and try it. */
export const getDocs: Route<unknown> = {
  method: 'GET',
  path: '/docs',
  allowsHead: true,
  handler: (event) =>
    answerPage(event, { name: 'docs', title: 'shelfmark: interface', base: mountBase(event, getDocs.path) }),
}
