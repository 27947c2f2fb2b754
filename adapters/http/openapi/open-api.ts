import { contract } from '../../contract.ts'
import { replaceParams, type Endpoint, type ServiceErrorCode } from '../../../core/contract/index.ts'
import type { OpenApiDocument, OperationObject, ParameterObject, PathItem, ResponseObject } from './document.ts'
import { errorResponses, inTableOrder } from './error-responses.ts'
import { headers } from './headers.ts'
import { componentSchemas } from './schemas.ts'
import { ERRORS_SECTION } from './describe-errors.ts'
import { LIMITS } from './describe-limits.ts'
import { PLACES } from './describe-places.ts'
import { SANDBOX } from './describe-sandbox.ts'
import { webhooks } from './describe-webhooks.ts'
import { securitySchemes } from './security.ts'

/** Version of the interface, not of the program that serves it. */
const INTERFACE_VERSION = '1.0.0'

const DESCRIPTION = `Structured JSON records of retail-marketplace pages: a product, or the results of a search, of 20 marketplaces, one at a time or in batches.

Only 2xx answers are charged. Checks run in this order: path and method (404, 405), key (401), address and scope (403), rate and concurrency (429), parameters (400), parameters that need a browser (501), allowance (402). A parameter whose name is not known, but within two edits of a known one, known to other services for it, or a parameter of other records only, is 400 with a suggestion; other unknown parameters are ignored, but not in the body of a schedule or in \`deliver\`, where each is 400. A known one that is repeated must have one value. Every path answers \`OPTIONS\` with 204 and \`Allow\`.

A path answers a method that it does not have with 405 \`method_not_allowed\` and \`Allow\`, and an unknown path is 404 \`not_found\`. A request whose headers are not whole, or without one \`Host\`, is 400. Answers of 1,024 bytes or more are compressed as \`Accept-Encoding\` asks; bodies may have the \`Content-Encoding\` gzip, deflate or br.

${ERRORS_SECTION}

${PLACES}

${LIMITS}

${SANDBOX}`

export interface OpenApiOptions {
  /** Where the service is reached, without a slash at its end. Default: the server that the document comes from. */
  readonly serverUrl?: string
  /** Marketplaces that the server answers for. Default: those of the interface. */
  readonly domains?: readonly string[]
}

/** An operation as the table has it. */
export interface DescribedOperation extends Endpoint, Omit<OperationObject, 'responses'> {
  readonly answers: {
    /** By HTTP status. */
    readonly success: Readonly<Record<string, ResponseObject>>
    /** In any order. */
    readonly errors: readonly ServiceErrorCode[]
  }
  /** Not described. */
  readonly allowsHead?: boolean
  /** Not described. */
  readonly handler?: unknown
}

/** Errors that are only in the results of a batch, which no operation answers. */
const ITEM_ERRORS: readonly ServiceErrorCode[] = ['batch_aborted']

/** The OpenAPI 3.1 document of a table of operations. The same arguments give the same document. */
export function openApi(
  operations: readonly DescribedOperation[],
  { serverUrl = '/', domains = contract.domains }: OpenApiOptions = {},
): OpenApiDocument {
  const errors = new Set([...operations.flatMap(({ answers }) => inTableOrder(answers.errors)), ...ITEM_ERRORS])
  const paths = toPaths(operations, domains)
  return {
    openapi: '3.1.0',
    info: {
      title: 'shelfmark',
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'market', description: 'Records of marketplace pages.' },
      { name: 'batch', description: 'Many records at a time, polled or delivered to a webhook.' },
      { name: 'watch', description: 'Items that are looked at again and again: changes, alerts, values over time.' },
      { name: 'account', description: 'What the workspace of a key has, and has used.' },
      { name: 'service', description: 'The service itself. No key, no cost.' },
    ],
    paths,
    webhooks,
    components: { schemas: componentSchemas([...errors]), headers: findUsed(headers, paths), securitySchemes },
  }
}

/** The headers that an answer refers to. */
function findUsed(all: typeof headers, paths: OpenApiDocument['paths']): typeof headers {
  // An example refers to nothing, and can take long to make.
  const text = JSON.stringify(paths, (key, value: unknown) => (key === 'examples' ? undefined : value))
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/headers/${name}"`)))
}

function toPaths(operations: readonly DescribedOperation[], domains: readonly string[]): OpenApiDocument['paths'] {
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const path = replaceParams(operation.path, (name) => `{${name}}`)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toOperationObject(operation, domains) }
  }
  return paths
}

/** Takes the members that OpenAPI knows: the table has handlers too. */
function toOperationObject(operation: DescribedOperation, domains: readonly string[]): OperationObject {
  const { method, path, answers, allowsHead, handler, parameters, ...members } = operation
  const described = parameters.map((parameter) =>
    parameter.name === 'domain' ? withDomains(parameter, domains) : parameter,
  )
  return {
    ...members,
    parameters: described,
    responses: { ...answers.success, ...errorResponses(answers.errors) },
  }
}

function withDomains(parameter: ParameterObject, domains: readonly string[]): ParameterObject {
  return { ...parameter, schema: { ...parameter.schema, enum: [...domains] } }
}
