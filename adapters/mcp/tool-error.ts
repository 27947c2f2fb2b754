import { ERRORS, type GtinDetails, type ServiceErrorCode } from '../../core/contract/index.ts'
import { ClientError, ConnectionError, isServiceError, ServiceError } from '../client/index.ts'

/** A call that can't be answered, in words for a model: what is wrong, and what to do next. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Problems = readonly { readonly param: string; readonly message: string }[]

/** Parameters that the interface refuses, before anything is fetched. */
export class ParamsError extends Error {
  override readonly name = 'ParamsError'
  readonly problems: Problems

  constructor(problems: Problems) {
    super('The parameters are not valid.')
    this.problems = problems
  }
}

/** What to do after an error of the service. */
const ADVICE: Readonly<Partial<Record<ServiceErrorCode, string>>> = {
  invalid_params: 'Correct the arguments, and call again.',
  product_not_found: 'Do not repeat the call. Check the ASIN and the domain; search_products finds ASINs.',
  gtin_not_confirmed:
    'Do not repeat the call. No ASIN is proven: show the user the candidates, or take the right one by its ASIN.',
  generic_gallery_page: 'Do not repeat the call: this marketplace does not have the product.',
  asin_mismatch: 'Do not repeat the call: the marketplace shows another product for this ASIN.',
  target_unreachable: 'Wait a minute, then repeat the call once. If it fails again, tell the user.',
  location_not_applied:
    'Wait a minute, then repeat the call once. If it fails again, tell the user that the marketplace did not show the page for this place.',
  extraction_failed: 'Wait a minute, then repeat the call once. If it fails again, tell the user.',
  insufficient_credits: 'Tell the user that the credits of the month are used up.',
  unauthorized: 'Tell the user that the key is missing or invalid: SHELFMARK_KEY.',
  revoked: 'Tell the user that the key was revoked or has expired: SHELFMARK_KEY.',
  not_found: 'Check the id: create_batch gave it.',
  results_expired: 'The results were deleted. Create the batch again to get them.',
}

/** An error of the interface, with what to do next. `message`: ends with a period. */
export function serviceToolError(code: ServiceErrorCode, message: string): ToolError {
  const advice = ADVICE[code] ?? (ERRORS[code].retryable ? 'Repeat the call later.' : 'Do not repeat the call.')
  return new ToolError(code, `${message} ${advice}`)
}

/** A sentence that names the candidates of a GTIN. `details`: undefined, the error is another one. */
export function listCandidates(details: GtinDetails | undefined): string {
  const { candidates = [] } = details ?? {}
  const names = candidates.map(({ asin, title }) => (title === null ? asin : `${asin} (${title})`))
  return names.length === 0 ? '' : ` Candidates: ${names.join(', ')}.`
}

/**
 * An error as a `ToolError`. `argumentOf`: as that of a tool, so that a model reads the names that it gave. Absent: null,
 * it is an error of the program.
 */
export function toToolError(error: unknown, argumentOf = (param: string): string => param): ToolError | null {
  if (error instanceof ToolError) return error
  const problems = problemsOf(error)
  if (problems !== null) {
    const texts = problems.map(({ param, message }) => `${argumentOf(param)} ${message}`)
    return serviceToolError('invalid_params', `${texts.join('; ')}.`)
  }
  if (error instanceof ServiceError) {
    const details = isServiceError(error, 'gtin_not_confirmed') ? error.body.details : undefined
    return serviceToolError(error.code, error.reason + listCandidates(details))
  }
  if (error instanceof ConnectionError) {
    return new ToolError(error.code, `${error.message} Tell the user to check that the shelfmark server runs.`)
  }
  return error instanceof ClientError ? new ToolError('error', error.message) : null
}

/** Absent: null, the error is about something else. */
function problemsOf(error: unknown): Problems | null {
  if (error instanceof ParamsError) return error.problems
  return isServiceError(error, 'invalid_params') && Array.isArray(error.body.details) ? error.body.details : null
}
