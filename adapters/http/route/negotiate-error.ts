import { HTTPResponse, type H3Event } from 'h3'
import { PROBLEM_TYPE, toProblem } from '../../../core/contract/index.ts'
import { choosesType } from './accept.ts'
import { Refusal } from './answers.ts'
import { stateOf } from './hooks.ts'
import { docsUrl } from './mount-base.ts'
import { varyBy } from './vary.ts'

/**
 * Gives an error as a problem of RFC 9457, if its client asks for that. Every other answer stays as it is.
 *
 * `publicUrl`: as for `docsUrl`.
 */
export function negotiateError(event: H3Event, answer: HTTPResponse, publicUrl: string | null): HTTPResponse {
  if (!(answer instanceof Refusal)) return answer
  varyBy(event, 'Accept')
  if (!choosesType(event.req.headers.get('accept'), PROBLEM_TYPE, 'application/json')) return answer
  const { headers, status = 500, error } = answer
  const facts = {
    docsUrl: docsUrl(event, publicUrl),
    requestId: stateOf(event).id,
    reason: headers.get('Svc-Reason'),
  }
  headers.set('Content-Type', PROBLEM_TYPE)
  return new HTTPResponse(JSON.stringify(toProblem(error, facts)), { status, headers })
}
