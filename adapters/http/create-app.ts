import { H3, HTTPResponse, type H3Event, type HTTPMethod } from 'h3'
import type { CustomerDoor } from './account/customer-door.ts'
import type { Administration } from './admin/administration.ts'
import { forKnownHost } from './admin/known-host.ts'
import { openApi } from './openapi/open-api.ts'
import { adminRoutes, doorRoutes, operations, pages, playgroundPages } from './operations.ts'
import type { Describer } from './operations/docs.ts'
import { refuse, refusePath } from './route/answers.ts'
import { compress } from './route/compress.ts'
import { hooks, type Finish, type HookOptions } from './route/hooks.ts'
import { negotiateError } from './route/negotiate-error.ts'
import type { Route } from './route/route.ts'
import type { Observers, Service } from './route/deps.ts'

/**
 * The app that answers callers, on a server of its own or mounted in another h3 app.
 *
 * `door`: the page for members of workspaces. Default: null, it is off.
 *
 * It answers unknown paths with its own 404, so that a mount covers everything below its path.
 */
export function createApp(service: Service, door: CustomerDoor | null = null): H3 {
  const { domains } = service.contract
  const print = (serverUrl: string) =>
    new TextEncoder().encode(JSON.stringify(openApi(operations, { serverUrl, domains })))
  let plain: Uint8Array<ArrayBuffer> | null = null
  const describe: Describer['describe'] = (serverUrl) => (serverUrl === '/' ? (plain ??= print('/')) : print(serverUrl))
  const { playground, corsOrigins, publicUrl } = service
  const deps = { ...service, describe }
  const routes = [
    ...operations,
    ...pages,
    ...(playground === null ? [] : bind(playgroundPages, { playground })),
    ...(door === null ? [] : bind(doorRoutes, { ...service, door })),
  ]
  const finish: Finish = (event, answer) => compress(event, negotiateError(event, answer, publicUrl))
  return toApp<Service & Describer>(routes, deps, { corsOrigins, finish })
}

/** Routes with what they work with. */
function bind<Deps>(routes: readonly Route<Deps>[], deps: Deps): readonly Route<unknown>[] {
  return routes.map((route) => ({ ...route, handler: (event) => route.handler(event, deps) }))
}

/** The app that answers operators: metrics, administration, and its dashboard. */
export function createAdminApp(administration: Administration): H3 {
  return toApp(adminRoutes.map(forKnownHost), administration, { corsOrigins: new Set(), finish: compress })
}

/** Label of the metrics for all paths without a route: clients can send any path. */
const NO_ROUTE = 'other'

/** Every path answers `OPTIONS` with its methods, and a method that it does not have with 405 and the same list. */
function toApp<Deps extends Observers>(routes: readonly Route<Deps>[], deps: Deps, options: HookOptions): H3 {
  // Turns off h3's own answers to malformed URLs, and its output of errors: an unknown path is 404, and `hooks` log errors.
  const app = new H3({ allowMalformedURL: true, silent: true })
  const add = (
    method: HTTPMethod | '',
    path: string,
    handler: (event: H3Event) => HTTPResponse | Promise<HTTPResponse>,
  ) => {
    const middleware = hooks((event) => (isExact(event, path) ? path : NO_ROUTE), deps, options)
    const answer = async (event: H3Event): Promise<HTTPResponse> =>
      isExact(event, path) ? await handler(event) : refusePath()
    app.on(method, path, answer, { middleware })
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const own = routes.filter((route) => route.path === path)
    for (const { method, allowsHead, handler } of own) {
      add(method, path, (event) => handler(event, deps))
      if (allowsHead === true) add('HEAD', path, (event) => handler(event, deps))
    }
    const Allow = listMethods(own)
    add('OPTIONS', path, () => new HTTPResponse(null, { status: 204, headers: { Allow } }))
    add('', path, () => refuse('method_not_allowed', { Allow }))
  }
  app.all('/**', () => refusePath(), { middleware: hooks(() => NO_ROUTE, deps, options) })
  return app
}

/** h3 finds `/livez` for `/livez/` too; besides the root, the interface has no path that ends with a slash. */
function isExact({ url }: H3Event, path: string): boolean {
  return path === '/' || !url.pathname.endsWith('/')
}

function listMethods<Deps>(routes: readonly Route<Deps>[]): string {
  const methods = routes.map(({ method }) => method)
  const head = routes.some(({ allowsHead }) => allowsHead === true) ? ['HEAD'] : []
  return [...methods, ...head, 'OPTIONS'].join(', ')
}
