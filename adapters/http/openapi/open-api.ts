import type { OpenApiDocument, SecurityScheme } from './document.ts'
import { headers } from './headers.ts'
import { paths, servedErrors } from './paths.ts'
import { componentSchemas } from './schemas.ts'

/** Version of the interface, not of the program that serves it. */
const INTERFACE_VERSION = '1.0.0'

const DESCRIPTION = `Structured JSON records of retail-marketplace pages: a product, or the results of a search, of 20 marketplaces; one by one, or in batches.

Only 2xx answers are charged. Checks run in this order: path and method, key, rate and concurrency, parameters, roadmap parameters, allowance. Unknown parameters are ignored; a known one that is repeated must have one value. Every path answers \`OPTIONS\` with 204 and \`Allow\`.`

const securitySchemes: Readonly<Record<string, SecurityScheme>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `svc_live_...`, or `svc_test_...` for the sandbox. Wins over `api_key`.',
  },
  api_key: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'The same key as a query parameter. An empty one is ignored.',
  },
}

export interface OpenApiOptions {
  /** Where the service is reached, without a path at its end. Default: where the document comes from. */
  readonly serverUrl?: string
}

/** The interface of the service, as it is served, in OpenAPI 3.1. The same options give the same document. */
export function openApi({ serverUrl = '/' }: OpenApiOptions = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'shelfmark', version: INTERFACE_VERSION, description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'market', description: 'Records of marketplace pages.' },
      { name: 'batch', description: 'Many records at a time, polled or delivered to a webhook.' },
      { name: 'service', description: 'The service itself. No key, no cost.' },
    ],
    paths,
    components: { schemas: componentSchemas(servedErrors), headers, securitySchemes },
  }
}
