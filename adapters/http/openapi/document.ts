import type { JsonSchema } from '@valibot/to-json-schema'

/** A pointer into the document: `#/components/schemas/Product`. */
export interface Reference {
  readonly $ref: string
}

export interface ExampleObject {
  readonly summary: string
  readonly value: unknown
}

interface MediaTypeObject {
  readonly schema:
    | Reference
    | { readonly oneOf: readonly Reference[] }
    | { readonly anyOf: readonly Reference[] }
    | JsonSchema
  readonly examples: Readonly<Record<string, ExampleObject>>
}

export interface HeaderObject {
  readonly description: string
  readonly required: boolean
  readonly schema: JsonSchema
  readonly example: string | number
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, Reference | HeaderObject>>
  /** Absent: undefined, the answer has no body. */
  readonly content?: {
    readonly 'application/json': MediaTypeObject
    /** Each line is a value of the schema. Absent: undefined, the answer can't be asked for as lines. */
    readonly 'application/x-ndjson'?: MediaTypeObject
    /** The same as a table, or as text. Absent: undefined, the answer has no record. */
    readonly 'text/csv'?: MediaTypeObject
    readonly 'text/markdown'?: MediaTypeObject
    readonly 'application/vnd.apache.parquet'?: MediaTypeObject
    /** An error as a problem. Absent: undefined, the answer is not an error. */
    readonly 'application/problem+json'?: MediaTypeObject
  }
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  /** How a list is written. Absent: undefined, the parameter is not a list. */
  readonly style?: 'form'
  /** false: a list is one text, with commas; true: its values are passed one by one, under the same name. */
  readonly explode?: boolean
  readonly example?: string | number
}

export interface RequestBodyObject {
  readonly description: string
  readonly required: true
  readonly content: { readonly 'application/json': MediaTypeObject }
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** Ways to show a key; one is enough. Empty: the operation needs no key. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly ParameterObject[]
  /** Absent: undefined, the operation has no body. */
  readonly requestBody?: RequestBodyObject
  /** By HTTP status. */
  readonly responses: Readonly<Record<string, ResponseObject>>
}

/** A request that the service sends. Its answers have no body that counts. */
type WebhookObject = Omit<OperationObject, 'responses'> & {
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** Operations of a path, by method. */
export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'patch' | 'delete', OperationObject>>>

export interface SecurityScheme {
  readonly type: 'http'
  readonly scheme: 'bearer'
  readonly description: string
}

/** The part of OpenAPI 3.1 that the service uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact: { readonly name: string }
    /** Of the program that serves the interface. `identifier`: of SPDX. */
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  /** Requests that the service sends, by event. */
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookObject }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly headers: Readonly<Record<string, HeaderObject>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}
