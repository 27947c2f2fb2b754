import type { H3Event, HTTPResponse } from 'h3'
import type { Caller } from '../../store/keys.ts'
import { Refusal } from './answers.ts'
import type { Service } from './deps.ts'
import { stateOf } from './hooks.ts'

/** Statuses of answers to requests that are refused before a page is fetched. */
const STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 429])

/**
 * Counts an answer by day, if it refuses a request before a page is fetched. Sandbox keys do not count.
 *
 * `caller`: null, the key is not valid: the refusal counts for the service, whose names do not depend on the key.
 */
export function countRefusal(
  event: H3Event,
  answer: HTTPResponse,
  caller: Caller | null,
  { statistics }: Pick<Service, 'statistics'>,
): void {
  if (!(answer instanceof Refusal) || !STATUSES.has(answer.status ?? 200) || caller?.mode === 'test') return
  const endpoint = `${event.req.method} ${stateOf(event).route}`
  statistics.countRefusal(caller?.workspace.id ?? '', endpoint, answer.error.error)
}
