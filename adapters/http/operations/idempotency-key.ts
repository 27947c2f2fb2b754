import type { H3Event } from 'h3'
import type { ParameterObject } from '../openapi/document.ts'

/** Visible characters of ASCII. */
const FORM = /^[\x21-\x7E]{1,255}$/

/** The header as a parameter of an operation. */
export function idempotencyParameter(description: string): ParameterObject {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', pattern: FORM.source },
  }
}

/** The header of a request. Absent: null. */
export function readIdempotencyKey({ req }: H3Event): string | null {
  return req.headers.get('idempotency-key')
}

/** What is wrong with a key. Empty: nothing, or there is no key. */
export function findKeyMistakes(key: string | null): { readonly param: string; readonly message: string }[] {
  if (key === null || FORM.test(key)) return []
  return [{ param: 'Idempotency-Key', message: 'must be 1 to 255 visible characters of ASCII' }]
}
