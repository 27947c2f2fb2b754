import '../parts/style/index.css'
import './docs.css'
import { findBase } from '../parts/base.ts'
import { readKey, saveKey } from '../parts/session-key.ts'

/** What this page uses of Swagger UI, which the page loads as a script before this one. */
interface SwaggerUI {
  readonly preauthorizeApiKey: (scheme: string, key: string) => void
}
interface SwaggerRequest {
  readonly url: string
  readonly headers: Record<string, string>
}
declare function SwaggerUIBundle(options: object): SwaggerUI

const base = findBase()
const swagger = SwaggerUIBundle({
  url: `${base}/api/v1/openapi.json`,
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  onComplete: () => {
    const key = readKey()
    if (key !== null) swagger.preauthorizeApiKey('bearer', key)
  },
  requestInterceptor: (request: SwaggerRequest) => {
    const [, key] = /^Bearer (\S+)$/.exec(request.headers.Authorization ?? '') ?? []
    if (key !== undefined) saveKey(key)
    return request
  },
})
