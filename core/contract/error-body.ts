import type * as v from 'valibot'
import { ERRORS, type ServiceErrorCode } from './error-table.ts'
import type { ParamRefusal } from './parse-params.ts'

/** Body of an error answer: of all codes, or of those given. */
export type ErrorBody<TCode extends ServiceErrorCode = ServiceErrorCode> = {
  [C in TCode]: v.InferOutput<(typeof ERRORS)[C]['schema']>
}[TCode]

/** What only the caller knows of an error: its members besides `error` and `retryable`. */
type Told<TCode extends ServiceErrorCode> = Omit<ErrorBody<TCode>, 'error' | 'retryable'>

/** The body of an error, with the members that its code has, and no others. */
export function errorBody<TCode extends ServiceErrorCode>(
  code: TCode,
  ...[told]: keyof Told<TCode> extends never ? [] : [Told<TCode>]
): ErrorBody<TCode> {
  const { retryable, schema } = ERRORS[code]
  const own = 'retryable' in schema.entries ? { error: code, retryable } : { error: code }
  return { ...own, ...told } as ErrorBody<TCode>
}

/** The body that answers refused parameters: wrong ones come before those of the roadmap. */
export function toErrorBody(refusal: ParamRefusal): ErrorBody<'invalid_params' | 'not_implemented'> {
  const { details, roadmap } = refusal
  if (details.length > 0) return errorBody('invalid_params', { details: [...details] })
  return errorBody('not_implemented', { params: [...roadmap] })
}
