import { ERRORS, errorBody, type ErrorBody, type ServiceErrorCode } from '../../core/contract/index.ts'
import { FREE, jsonAnswer, type Answer, type Headers } from './answer.ts'

/** Answer of an error that needs no more to be said than its code. */
export function refuse(code: PlainErrorCode, headers: Headers = {}): Answer {
  return refuseWith(errorBody(code), headers)
}

/** Answer of an error with all that its body says. */
export function refuseWith(body: ErrorBody, headers: Headers = {}): Answer {
  return jsonAnswer(ERRORS[body.error].status, body, { ...FREE, ...headers })
}

/** Errors whose body holds the code alone. */
type PlainErrorCode = Exclude<ServiceErrorCode, 'invalid_params' | 'rate_limited' | 'not_implemented'>
