import { KEY_PARAM } from '../../../core/contract/index.ts'
import type { OpenApiDocument, OperationObject, ParameterObject } from './document.ts'

/** Format of collections that Postman, Bruno, Insomnia and Hoppscotch import. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

interface Variable {
  readonly key: string
  readonly value: string
  readonly disabled?: boolean
  readonly description?: string
}

interface Url {
  readonly raw: string
  readonly host: readonly string[]
  readonly path: readonly string[]
  readonly query: readonly Variable[]
  readonly variable: readonly Variable[]
}

interface RequestItem {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly description: string
    readonly auth?: { readonly type: 'noauth' }
    readonly header: readonly Variable[]
    readonly url: Url
    readonly body?: { readonly mode: 'raw'; readonly raw: string; readonly options: object }
  }
}

/** The operations as a collection of requests. */
export interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string }
  /** The key is a variable: a collection is shared, a key is not. */
  readonly auth: {
    readonly type: 'bearer'
    readonly bearer: readonly { readonly key: 'token'; readonly value: string }[]
  }
  readonly variable: readonly Variable[]
  /** A folder for each tag. */
  readonly item: readonly {
    readonly name: string
    readonly description: string
    readonly item: readonly RequestItem[]
  }[]
}

/** Makes a collection of the operations, with an example of each. `baseUrl`: where the service is reached. */
export function toCollection({ info, tags, paths }: OpenApiDocument, baseUrl: string): Collection {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    info: { name: info.title, description: 'Set the variables baseUrl and key of the collection.', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl.replace(/\/$/, '') },
      { key: 'key', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => toItem(path, method, operation)),
    })),
  }
}

function toItem(path: string, method: string, operation: OperationObject): RequestItem {
  const { summary, description, security, parameters, requestBody } = operation
  const json = requestBody?.content['application/json']
  const [example] = Object.values(json?.examples ?? {})
  const body = example === undefined ? null : JSON.stringify(example.value, null, 2)
  return {
    name: summary,
    request: {
      method,
      description,
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...parameters.filter((parameter) => parameter.in === 'header').map(toVariable),
      ],
      url: toUrl(path, parameters),
      ...(body === null ? {} : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  }
}

function toUrl(path: string, parameters: readonly ParameterObject[]): Url {
  const query = parameters.filter(({ in: place, name }) => place === 'query' && name !== KEY_PARAM).map(toVariable)
  const sent = query.filter(({ disabled }) => disabled !== true)
  const search = sent.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
  const own = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    raw: `{{baseUrl}}${own}${search === '' ? '' : `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: own.split('/').slice(1),
    query,
    variable: parameters.filter((parameter) => parameter.in === 'path').map(toVariable),
  }
}

/** A parameter with its example. Those that can be left out are off. */
function toVariable({ name, required, description, example, schema }: ParameterObject): Variable {
  const usual = typeof schema.default === 'object' ? null : schema.default
  const value = String(example ?? usual ?? '')
  return { key: name, value, description, ...(required || example !== undefined ? {} : { disabled: true }) }
}
