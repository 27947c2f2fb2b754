import './docs.css'
import { effect } from '@preact/signals'
import { render } from 'preact'
import { findBase, requirePage } from '../parts/base.ts'
import { Masthead } from '../parts/masthead.tsx'
import { pageLinks } from '../parts/page-links.ts'
import { readKey, saveKey } from '../parts/session-key.ts'
import { theme } from '../parts/theme.ts'
import { mendMarkup } from './mend-markup.ts'

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
render(
  <>
    <Masthead home={`${base}/`} links={pageLinks(base, 'docs')} />
    <div id="main" tabIndex={-1} />
  </>,
  requirePage(),
)

const main = document.getElementById('main')
if (main !== null) mendMarkup(main)

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const applyToSwagger = (): void => {
  const isDark = theme.value === 'dark' || (theme.value === 'auto' && darkSystem.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}
effect(applyToSwagger)
darkSystem.addEventListener('change', applyToSwagger)

const swagger = SwaggerUIBundle({
  url: `${base}/api/v1/openapi.json`,
  dom_id: '#main',
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
