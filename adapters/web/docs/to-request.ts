import type { OperationObject, ParameterObject } from '../../http/openapi/document.ts'

/** An operation, and where it is. */
export interface DescribedCall {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** What a reader has filled in. */
export interface Filled {
  /** Values of parameters, by their names. An empty one is not sent. */
  readonly values: Readonly<Record<string, string>>
  /** Absent: null, the operation has no body. */
  readonly body: string | null
}

/** A request as the page sends it. */
export interface DocsRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What is filled in at first: examples. A default needs not be sent. */
export function fillFirst({ parameters, requestBody }: OperationObject): Filled {
  const entries = parameters.map(({ name, example }) => [name, String(example ?? '')] as const)
  const [first] = Object.values(requestBody?.content['application/json'].examples ?? {})
  const body = requestBody === undefined ? null : JSON.stringify(first?.value ?? {}, null, 2)
  return { values: Object.fromEntries(entries), body }
}

/** The request of an operation with what was filled in. `server`: where the service is, without a slash at its end. */
export function toRequest(server: string, call: DescribedCall, { values, body }: Filled, key: string): DocsRequest {
  const { method, path, operation } = call
  const sent = operation.parameters.filter(({ name }) => (values[name] ?? '') !== '')
  const valueOf = ({ name }: ParameterObject): string => values[name] ?? ''
  const target = sent
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter))), path)
  const query = new URLSearchParams(
    sent
      .filter((parameter) => parameter.in === 'query')
      .flatMap((parameter) => valuesOf(parameter, valueOf(parameter)).map((value) => [parameter.name, value])),
  )
  const headers = {
    ...(key === '' || operation.security.length === 0 ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    ...Object.fromEntries(
      sent.filter((parameter) => parameter.in === 'header').map((parameter) => [parameter.name, valueOf(parameter)]),
    ),
  }
  return { url: `${server}${target}${query.size === 0 ? '' : `?${query.toString()}`}`, method, headers, body }
}

/** Values of a parameter as they are sent. Those of one that can be repeated are filled in with spaces between them. */
function valuesOf({ explode = false, schema }: ParameterObject, text: string): readonly string[] {
  return explode && schema.type === 'array' ? text.split(' ').filter((value) => value !== '') : [text]
}

/** The same request as a command of a shell, with the key in a variable. */
export function toCurl({ url, method, headers, body }: DocsRequest): string {
  const { Authorization, ...others } = headers
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(Authorization === undefined ? [] : ['-H "Authorization: Bearer $SHELFMARK_KEY"']),
    ...Object.entries(others).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quote(body)}`]),
    quote(url),
  ]
  return parts.join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
