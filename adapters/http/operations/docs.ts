import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRouterParam } from 'h3'
import { ENDPOINTS } from '../../../core/contract/index.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'
import { JSON_TYPE, refuse, textAnswer } from '../route/answers.ts'
import { mountBase } from '../route/mount-base.ts'
import type { Operation, Route } from '../route/route.ts'

/** What the operation that describes all operations works with. */
export interface Describer {
  /** Gives the OpenAPI document as JSON, in UTF-8. `serverUrl`: where the service is reached. */
  readonly describe: (serverUrl: string) => Uint8Array<ArrayBuffer>
}

export const getOpenApi: Operation<Describer> = {
  ...ENDPOINTS.getOpenApi,
  allowsHead: true,
  ...open,
  operationId: 'getOpenApi',
  tags: ['service'],
  summary: 'This description',
  description: 'The interface as OpenAPI 3.1.',
  answers: {
    success: success(200, {
      description: 'The description.',
      schema: 'OpenApi',
      headers: ['Svc-Request-Id'],
      examples: {
        description: {
          summary: 'Its beginning',
          value: { openapi: '3.1.0', info: { title: 'shelfmark', version: '1.0.0' }, paths: {} },
        },
      },
    }),
    errors: [],
  },
  handler: (event, { describe }) => textAnswer(200, describe(mountBase(event, getOpenApi.path) || '/'), JSON_TYPE),
}

/** Folder of the files of Swagger UI. The build copies them, so that the package itself is not installed with this one. */
const ASSET_FOLDER = import.meta.url.endsWith('.ts')
  ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  : fileURLToPath(new URL('./swagger-ui', import.meta.url))

/** Files of the page. It loads nothing from other hosts. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])
const START = 'start.js'

/** The page of an app that is mounted at `base`. */
const page = (base: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>shelfmark: interface</title>
<link rel="stylesheet" href="${base}/docs/swagger-ui.css"><link rel="icon" href="${base}/docs/favicon-32x32.png"></head>
<body><div id="page"></div><script src="${base}/docs/swagger-ui-bundle.js"></script><script src="${base}/docs/start.js"></script></body></html>
`

const startScript = (base: string) =>
  `SwaggerUIBundle({ url: '${base}${getOpenApi.path}', dom_id: '#page', deepLinking: true, validatorUrl: null })
`

/** The page runs only its own scripts, and connects only to its own server. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
}

/** A page to read the interface and try it. */
export const getDocs: Route<unknown> = {
  method: 'GET',
  path: '/docs',
  allowsHead: true,
  handler: (event) => textAnswer(200, page(mountBase(event, '/docs')), 'text/html; charset=utf-8', HEADERS),
}

/** A file of the page. */
export const getDocsFile: Route<unknown> = {
  method: 'GET',
  path: '/docs/:id',
  allowsHead: true,
  handler: (event) => {
    const name = getRouterParam(event, 'id') ?? ''
    if (name === START) {
      const script = startScript(mountBase(event, `/docs/${START}`))
      return textAnswer(200, script, 'text/javascript; charset=utf-8', HEADERS)
    }
    const type = ASSETS.get(name)
    return type === undefined ? refuse('not_found') : textAnswer(200, readAsset(name), type, HEADERS)
  },
}

const cache = new Map<string, Uint8Array<ArrayBuffer>>()

function readAsset(name: string): Uint8Array<ArrayBuffer> {
  let bytes = cache.get(name)
  if (bytes === undefined) {
    bytes = new Uint8Array(readFileSync(join(ASSET_FOLDER, name)))
    cache.set(name, bytes)
  }
  return bytes
}
