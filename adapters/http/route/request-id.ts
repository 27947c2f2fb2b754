import { redactKeys } from '../../observe/redact-keys.ts'

const OWN_ID = /^[A-Za-z0-9._-]{1,64}$/

/**
 * The id that a client chose for its request. A key that was put into the wrong header must not get into the log.
 *
 * `chosen`: value of `X-Request-Id`. Absent: null, there is none, or it has another form.
 */
export function chosenRequestId(chosen: string | readonly string[] | null | undefined): string | null {
  return typeof chosen === 'string' && OWN_ID.test(chosen) && redactKeys(chosen) === chosen ? chosen : null
}
