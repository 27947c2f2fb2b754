import type { ExampleObject, OperationObject, ResponseObject } from './document.ts'
import { refToHeaders, type HeaderName } from './headers.ts'
import { schemaRef } from './schemas.ts'

/** Either way to show a key. */
export const anyKey: OperationObject['security'] = [{ bearer: [] }, { api_key: [] }]

/** An answer that is none of an error. */
export function success(
  status: 200 | 201 | 202,
  description: string,
  schemaName: string,
  headers: readonly HeaderName[],
  examples: Readonly<Record<string, ExampleObject>>,
): Readonly<Record<string, ResponseObject>> {
  const content = { 'application/json': { schema: schemaRef(schemaName), examples } }
  return { [status]: { description, headers: refToHeaders(headers), content } }
}
