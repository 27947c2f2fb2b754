import * as v from 'valibot'
import { MAX_ACTIVE_KEYS } from '../policy/index.ts'
import { described, text } from '../record/schema-parts.ts'
import { gtinDetails } from './gtin-details.ts'
import { locationDetails } from './location-details.ts'
import { ROADMAP_PARAMS, type ParamRefusal } from './params.ts'

/**
 * `Retry-After`: whole seconds, at least 1. `Allow`: methods of the path, such as `GET, OPTIONS`.
 * `WWW-Authenticate`: how a key is sent.
 */
type ErrorHeader = 'Retry-After' | 'Allow' | 'WWW-Authenticate'

/** Definition of an error of the interface. */
interface ErrorKind {
  /** HTTP status. */
  readonly status: number
  /** When a request gets it. */
  readonly description: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Headers that its answer always has, besides those of every answer. */
  readonly headers: readonly ErrorHeader[]
  /** Schema of the body: exactly the members that the interface shows. */
  readonly schema: v.GenericSchema<unknown, { readonly error: string }>
}

const body = <const TCode extends string, const TMembers extends v.ObjectEntries>(error: TCode, members: TMembers) =>
  v.strictObject({ error: v.literal(error), ...members })

const describedText = (meaning: string) => described(text, meaning)

const detail = v.strictObject({
  param: describedText('Name of the parameter; `items[3].query` in a batch.'),
  message: describedText('The rule that the value breaks, worded to follow the name.'),
})

/** Every error of the interface, by its code. None is charged. */
export const ERRORS = {
  invalid_params: {
    status: 400,
    description: 'A parameter is missing or wrong; every wrong one is named.',
    retryable: false,
    headers: [],
    schema: body('invalid_params', { details: v.pipe(v.array(detail), v.minLength(1)) }),
  },
  unauthorized: {
    status: 401,
    description: 'The key is missing or invalid.',
    retryable: false,
    headers: ['WWW-Authenticate'],
    schema: body('unauthorized', {}),
  },
  revoked: {
    status: 401,
    description: 'The key has been revoked, or has expired.',
    retryable: false,
    headers: ['WWW-Authenticate'],
    schema: body('revoked', {}),
  },
  insufficient_credits: {
    status: 402,
    description:
      'The credits of the month are used up, and the workspace has no pay-as-you-go; or its spending cap is reached.',
    retryable: false,
    headers: [],
    schema: body('insufficient_credits', {}),
  },
  forbidden_address: {
    status: 403,
    description: 'The key may not be used from this address.',
    retryable: false,
    headers: [],
    schema: body('forbidden_address', {}),
  },
  forbidden_scope: {
    status: 403,
    description: 'The scopes of the key do not include the operation.',
    retryable: false,
    headers: [],
    schema: body('forbidden_scope', {}),
  },
  product_not_found: {
    status: 404,
    description: 'The marketplace answered 404: delisted, malformed, or absent on this marketplace.',
    retryable: false,
    headers: [],
    schema: body('product_not_found', { retryable: v.literal(false) }),
  },
  gtin_not_confirmed: {
    status: 404,
    description: 'No product that the search of the marketplace found prints the GTIN on its page, or several do.',
    retryable: false,
    headers: [],
    schema: body('gtin_not_confirmed', { details: gtinDetails }),
  },
  category_not_found: {
    status: 404,
    description: 'The marketplace has no such category, or no such list of it.',
    retryable: false,
    headers: [],
    schema: body('category_not_found', { retryable: v.literal(false) }),
  },
  not_found: {
    status: 404,
    description: 'The path, the batch, the watch or the key does not exist.',
    retryable: false,
    headers: [],
    schema: body('not_found', {}),
  },
  method_not_allowed: {
    status: 405,
    description: 'The path does not have this method. Paths that need a key do not have HEAD.',
    retryable: false,
    headers: ['Allow'],
    schema: body('method_not_allowed', {}),
  },
  idempotency_conflict: {
    status: 409,
    description: 'An earlier request used the idempotency key with another body, or with other parameters.',
    retryable: false,
    headers: [],
    schema: body('idempotency_conflict', {}),
  },
  too_many_keys: {
    status: 409,
    description: `The workspace has ${MAX_ACTIVE_KEYS} active keys, the most it may have: revoke one first.`,
    retryable: false,
    headers: [],
    schema: body('too_many_keys', {}),
  },
  batch_aborted: {
    status: 409,
    description: 'The batch was stopped before this item had a result. Occurs only in results of a batch.',
    retryable: true,
    headers: [],
    schema: body('batch_aborted', {}),
  },
  results_expired: {
    status: 410,
    description: 'The results of the batch were kept for their time and are gone.',
    retryable: false,
    headers: [],
    schema: body('results_expired', {}),
  },
  payload_too_large: {
    status: 413,
    description: 'The headers are larger than the service accepts, or the body is, as sent or unpacked.',
    retryable: false,
    headers: [],
    schema: body('payload_too_large', {}),
  },
  unsupported_media_type: {
    status: 415,
    description: 'The body is not application/json, or has a Content-Encoding that is not known.',
    retryable: false,
    headers: [],
    schema: body('unsupported_media_type', {}),
  },
  rate_limited: {
    status: 429,
    description: 'The rate or concurrency ceiling of the key is exceeded, or the limit of an operation.',
    retryable: true,
    headers: ['Retry-After'],
    schema: body('rate_limited', {
      message: describedText('Which ceiling was exceeded.'),
      docs_url: v.pipe(v.string(), v.url(), v.description('Absolute URL of the page that describes the ceilings.')),
      request_id: describedText('The same as the header `Svc-Request-Id`.'),
    }),
  },
  quota_exceeded: {
    status: 429,
    description:
      'The workspace stores as many bytes as its plan allows, its sandbox keys have 1,000 pending or watched items, or an idempotency key has no more replays.',
    retryable: true,
    headers: ['Retry-After'],
    schema: body('quota_exceeded', {
      message: describedText('Which quota is exceeded, and when it has room again.'),
    }),
  },
  internal_error: {
    status: 500,
    description: 'An internal error, which the service logs under the request id.',
    retryable: true,
    headers: [],
    schema: body('internal_error', {}),
  },
  not_implemented: {
    status: 501,
    description: 'A parameter that needs a browser was passed, with any value, and none is configured.',
    retryable: false,
    headers: [],
    schema: body('not_implemented', { params: v.pipe(v.array(v.picklist(ROADMAP_PARAMS)), v.minLength(1)) }),
  },
  target_unreachable: {
    status: 502,
    description: 'No attempt to fetch the page succeeded: the marketplace refused, or did not answer.',
    retryable: true,
    headers: [],
    schema: body('target_unreachable', {}),
  },
  location_not_applied: {
    status: 502,
    description: 'No attempt gave a page for the place of delivery that was asked for.',
    retryable: true,
    headers: [],
    schema: body('location_not_applied', { details: locationDetails }),
  },
  extraction_failed: {
    status: 502,
    description: 'The marketplace served a page that could not be read.',
    retryable: true,
    headers: [],
    schema: body('extraction_failed', {}),
  },
  asin_mismatch: {
    status: 502,
    description: 'The requested ASIN led to another product.',
    retryable: false,
    headers: [],
    schema: body('asin_mismatch', {}),
  },
  reviews_withheld: {
    status: 502,
    description: 'The marketplace showed the product without its reviews, in every session that was tried.',
    retryable: true,
    headers: [],
    schema: body('reviews_withheld', {}),
  },
  page_mismatch: {
    status: 502,
    description: 'Another page or list than the one requested came, in every attempt.',
    retryable: true,
    headers: [],
    schema: body('page_mismatch', {}),
  },
  generic_gallery_page: {
    status: 502,
    description: 'The marketplace served a placeholder gallery page with 200. Stop requesting this ASIN.',
    retryable: false,
    headers: [],
    schema: body('generic_gallery_page', {}),
  },
  unavailable: {
    status: 503,
    description: 'The service is draining or busy, no turn at the marketplace was free in time, or its store is down.',
    retryable: true,
    headers: ['Retry-After'],
    schema: body('unavailable', {}),
  },
} as const satisfies Readonly<Record<string, ErrorKind>>

/** Codes of all errors. */
export type ServiceErrorCode = keyof typeof ERRORS

/** Body of an error answer: of all codes, or of those given. */
export type ErrorBody<TCode extends ServiceErrorCode = ServiceErrorCode> = {
  [C in TCode]: v.InferOutput<(typeof ERRORS)[C]['schema']>
}[TCode]

/** Members of an error that the caller of `errorBody` supplies: all but `error` and `retryable`. */
type SuppliedMembers<TCode extends ServiceErrorCode> = Omit<ErrorBody<TCode>, 'error' | 'retryable'>

/** The body of an error, with the members that its code has, and no others. */
export function errorBody<TCode extends ServiceErrorCode>(
  code: TCode,
  ...[told]: keyof SuppliedMembers<TCode> extends never ? [] : [SuppliedMembers<TCode>]
): ErrorBody<TCode> {
  const { retryable, schema } = ERRORS[code]
  const own = 'retryable' in schema.entries ? { error: code, retryable } : { error: code }
  return { ...own, ...told } as ErrorBody<TCode>
}

/** Body of the error for refused parameters. Invalid parameters take precedence over roadmap parameters. */
export function toErrorBody(refusal: ParamRefusal): ErrorBody<'invalid_params' | 'not_implemented'> {
  const { details, roadmap } = refusal
  if (details.length > 0) return errorBody('invalid_params', { details: [...details] })
  return errorBody('not_implemented', { params: [...roadmap] })
}
