import type { OperationObject, SecurityScheme } from './document.ts'

export const securitySchemes: Readonly<Record<'bearer' | 'api_key', SecurityScheme>> = {
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

/** An operation that needs a key, shown in either way. */
export const anyKey: OperationObject['security'] = [{ bearer: [] }, { api_key: [] }]

/** An operation that needs no key and has no parameters. */
export const open: Pick<OperationObject, 'security' | 'parameters'> = { security: [], parameters: [] }
