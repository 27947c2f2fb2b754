import type { OperationObject, PathItem } from './document.ts'
import { BATCH_ERRORS, cancelBatch, createBatch, getBatch, redeliverBatch } from './batch-operations.ts'
import { errorResponses } from './error-responses.ts'
import { success } from './operation-parts.ts'
import { product, RETRIEVAL_ERRORS, search } from './retrieval-operations.ts'

/** Errors of what is served. */
export const servedErrors = [...new Set([...RETRIEVAL_ERRORS, ...BATCH_ERRORS])]

/** What needs no key and costs nothing. */
const open = { security: [], parameters: [] } as const

const ok = { ok: { summary: 'All is well', value: { status: 'ok' } } }

const description: OperationObject = {
  ...open,
  operationId: 'getOpenApi',
  tags: ['service'],
  summary: 'This description',
  description: 'The interface as OpenAPI 3.1.',
  responses: success(200, 'The description.', 'OpenApi', ['Svc-Request-Id'], {
    description: {
      summary: 'Its beginning',
      value: { openapi: '3.1.0', info: { title: 'shelfmark', version: '1.0.0' }, paths: {} },
    },
  }),
}

const live: OperationObject = {
  ...open,
  operationId: 'getLiveness',
  tags: ['service'],
  summary: 'The process runs',
  description: 'Asks nobody else; a process that does not answer is to be replaced.',
  responses: success(200, 'It runs.', 'Health', ['Svc-Request-Id'], ok),
}

const ready: OperationObject = {
  ...open,
  operationId: 'getReadiness',
  tags: ['service'],
  summary: 'The service takes requests',
  description: 'Not while it drains, nor while its store is down.',
  responses: {
    ...success(200, 'It takes requests.', 'Health', ['Svc-Request-Id'], ok),
    ...errorResponses(['unavailable']),
  },
}

/** What is served, by path. */
export const paths: Readonly<Record<string, PathItem>> = {
  '/api/v1/market/product': { get: product },
  '/api/v1/market/search': { get: search },
  '/api/v1/market/batch': { post: createBatch },
  '/api/v1/market/batch/{id}': { get: getBatch, delete: cancelBatch },
  '/api/v1/market/batch/{id}/redeliver': { post: redeliverBatch },
  '/api/v1/openapi.json': { get: description },
  '/livez': { get: live },
  '/readyz': { get: ready },
}
