import type { OperationObject, SecurityScheme } from './document.ts'

export const securitySchemes: Readonly<Record<'bearer', SecurityScheme>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `svc_live_...`, or `svc_test_...` for the sandbox. It is also read from the query parameter `api_key`, where a client can set no header: addresses are kept in logs.',
  },
}

/** An operation that needs a key. Generated clients send it where this says: in a header, not in every address. */
export const anyKey: OperationObject['security'] = [{ bearer: [] }]

/** An operation that needs no key and has no parameters. */
export const open: Pick<OperationObject, 'security' | 'parameters'> = { security: [], parameters: [] }
