import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { textAnswer, type Answer } from './answer.ts'
import type { Route } from './routes.ts'

const require = createRequire(import.meta.url)

/** Files of the page, from the package of Swagger UI: nothing comes from another host. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>shelfmark: interface</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="icon" href="/docs/favicon-32x32.png"></head>
<body><div id="page"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>
`

const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null })
`

/** The page runs its own scripts and talks to its own server alone. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
}

/** A page to read the interface and try it. */
export function docsRoutes(refuse: () => Answer): readonly Route[] {
  const cache = new Map<string, Uint8Array>()
  const sendAsset = (name: string): Answer => {
    if (name === 'start.js') return textAnswer(200, START, 'text/javascript; charset=utf-8', HEADERS)
    const type = ASSETS.get(name)
    return type === undefined ? refuse() : textAnswer(200, readAsset(name, cache), type, HEADERS)
  }
  return [
    {
      path: '/docs',
      methods: { GET: () => textAnswer(200, PAGE, 'text/html; charset=utf-8', HEADERS) },
      allowsHead: true,
    },
    { path: '/docs/:id', methods: { GET: (_, name) => sendAsset(name) }, allowsHead: true },
  ]
}

function readAsset(name: string, cache: Map<string, Uint8Array>): Uint8Array {
  let bytes = cache.get(name)
  if (bytes === undefined) {
    bytes = readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json')), name))
    cache.set(name, bytes)
  }
  return bytes
}
