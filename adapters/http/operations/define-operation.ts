import { ENDPOINTS, type ServiceErrorCode } from '../../../core/contract/index.ts'
import type { KeyScope } from '../../../core/policy/index.ts'
import type { ExampleObject, OperationObject, RequestBodyObject } from '../openapi/document.ts'
import type { HeaderName } from '../openapi/headers.ts'
import { success, type SuccessOptions } from '../openapi/responses.ts'
import { schemaRef } from '../openapi/schemas.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import type { Service } from '../route/deps.ts'
import type { Operation } from '../route/route.ts'

/** Errors of every operation that needs a key. Those with parameters or a path of their own have more. */
export const ADMITTED_ERRORS: readonly ServiceErrorCode[] = [
  'unauthorized',
  'revoked',
  'forbidden_address',
  'forbidden_scope',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** Headers of the answers of these operations. A retrieval has more. */
export const ADMITTED_HEADERS: readonly HeaderName[] = [
  'Svc-Request-Id',
  'Svc-Cost',
  'Svc-Concurrency',
  'Svc-Rps',
  'RateLimit-Policy',
  'RateLimit',
]

interface OperationOptions extends Pick<OperationObject, 'tags' | 'summary' | 'description' | 'requestBody'> {
  /** Default: none. */
  readonly parameters?: OperationObject['parameters']
  /** See `answered`. */
  readonly success: Operation<Service>['answers']['success']
  /** Besides `ADMITTED_ERRORS`. Default: none. */
  readonly errors?: readonly ServiceErrorCode[]
  readonly handler: Parameters<typeof admitted>[1]
}

/** An operation that needs a key with a scope, and counts as one request. */
export function defineOperation(
  id: keyof typeof ENDPOINTS,
  scope: KeyScope,
  { tags, summary, description, parameters = [], success: answers, errors = [], handler, ...body }: OperationOptions,
): Operation<Service> {
  return {
    ...ENDPOINTS[id],
    operationId: id,
    tags,
    summary,
    description,
    security: anyKey,
    parameters,
    ...body,
    answers: { success: answers, errors: [...ADMITTED_ERRORS, ...errors] },
    handler: admitted(scope, handler),
  }
}

/** Description of an answer of such an operation. `headers`: besides `ADMITTED_HEADERS`. */
export function answered(
  status: 200 | 201 | 202,
  { headers = [], ...options }: Omit<SuccessOptions, 'headers'> & Partial<Pick<SuccessOptions, 'headers'>>,
): ReturnType<typeof success> {
  return success(status, { ...options, headers: [...ADMITTED_HEADERS, ...headers] })
}

/** Description of a body that is JSON. `schema`: name of a schema that the document shares. */
export function jsonBody(
  description: string,
  schema: string,
  examples: Readonly<Record<string, ExampleObject>>,
): RequestBodyObject {
  return { description, required: true, content: { 'application/json': { schema: schemaRef(schema), examples } } }
}
