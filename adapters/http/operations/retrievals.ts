import { endpointOf, recordEndpoint, retrievalErrorsOf, type ServiceErrorCode } from '../../../core/contract/index.ts'
import { records, type AnyRecord, type RecordName } from '../../../core/index.ts'
import type { HeaderName } from '../openapi/headers.ts'
import { examplesOf } from '../openapi/examples/index.ts'
import { recordParameters } from '../openapi/parameters.ts'
import { success } from '../openapi/responses.ts'
import { partName } from '../openapi/schemas.ts'
import { anyKey } from '../openapi/security.ts'
import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'
import { ADMITTED_ERRORS } from './define-operation.ts'
import { idempotencyParameter } from './idempotency-key.ts'
import { paid } from './paid.ts'
import { formatExamples, formatParameter } from './record-format.ts'

/** Errors of every record. */
const ERRORS: readonly ServiceErrorCode[] = [
  ...ADMITTED_ERRORS,
  'invalid_params',
  'insufficient_credits',
  'idempotency_conflict',
  'quota_exceeded',
  'not_implemented',
]

const idempotencyKey = idempotencyParameter(
  'Names this request for a day, within the workspace and its live or its sandbox keys: the same key and parameters give the first answer again, at no charge, with `Svc-Replayed: true`. It counts as stored bytes; an answer that did not fit is retrieved again at no charge, 5 times at most.',
)

const HEADERS: readonly HeaderName[] = [
  'Svc-Request-Id',
  'Svc-Cost',
  'Svc-Resolved-Url',
  'Svc-Source-Status',
  'Svc-Attempts',
  'Svc-Extractor-Version',
  'Svc-Fetched-At',
  'Svc-Concurrency',
  'Svc-Rps',
  'RateLimit-Policy',
  'RateLimit',
]

function toOperation({
  name,
  schema,
  schemaName,
  pages,
  errors,
  texts,
}: AnyRecord & { readonly name: RecordName }): Operation<Service> {
  const { id, summary, description } = texts.operation
  const hasMore = pages !== null || schema.entries?.['has_more']?.type === 'boolean'
  return {
    ...recordEndpoint(name),
    operationId: id,
    tags: ['market'],
    summary,
    description,
    security: anyKey,
    parameters: [...recordParameters(name), formatParameter, idempotencyKey],
    answers: {
      success: success(200, {
        description: `${texts.answer} With \`fields\`: the members that it names alone, as in \`${partName(schemaName)}\`.`,
        schema: schemaName,
        headers: hasMore ? [...HEADERS, 'Svc-Has-More'] : HEADERS,
        rareHeaders: ['Svc-Credits-Remaining', 'Svc-Location', 'Svc-Replayed'],
        examples: examplesOf(name),
        formats: formatExamples(name, examplesOf(name)),
      }),
      errors: [...ERRORS, ...retrievalErrorsOf(errors)],
    },
    handler: paid(endpointOf(name)),
  }
}

/** The operations of all records. */
export const retrievals: readonly Operation<Service>[] = records.map(toOperation)
