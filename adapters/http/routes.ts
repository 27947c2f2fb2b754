import { H3 } from 'h3'
import { toResponse, withHeaders, type Answer } from './answer.ts'
import { BodyTooLarge, toServiceRequest, type ServiceRequest } from './request.ts'

export type Handler = (request: ServiceRequest) => Answer | Promise<Answer>

/** What a path answers to. */
export interface Route {
  /** Exact, or with a last part that is named: `/batch/:id`. */
  readonly path: string
  /** Handlers by method; `HEAD` follows `GET` where that is free. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | 'DELETE' | 'PATCH', Handler>>>
  /** `HEAD` is answered like `GET`, without the body. Default: false. */
  readonly allowsHead?: boolean
}

type RefusalReason = 'not_found' | 'method_not_allowed' | 'payload_too_large' | 'internal_error'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly newId: () => string
  /** Answer for a path or method that does not exist, and for what nobody expected. */
  readonly refuse: (reason: RefusalReason, request: ServiceRequest) => Answer
  readonly onRequest: () => void
  /** Told of every request when its answer is known. */
  readonly onAnswer: (request: ServiceRequest, answer: Answer, durationMs: number) => void
  readonly onError: (request: ServiceRequest, error: unknown) => void
}

/**
 * Makes an app of a table of routes. Every path answers `OPTIONS` with its
 * methods, and what it does not have with 405 and the same list; every answer
 * carries the id of its request.
 */
export function createApp(options: AppOptions): H3 {
  const app = new H3({ allowMalformedURL: true, silent: true })
  const table = new Map(options.routes.map((route) => [route.path, route]))
  const serve = async (request: ServiceRequest, route: Route | undefined): Promise<Answer> => {
    if (route === undefined) return options.refuse('not_found', request)
    try {
      return await dispatch(request, route, options)
    } catch (error) {
      if (error instanceof BodyTooLarge) return options.refuse('payload_too_large', request)
      options.onError(request, error)
      return options.refuse('internal_error', request)
    }
  }
  app.all('/**', async (event) => {
    const start = performance.now()
    options.onRequest()
    const request = toServiceRequest(event, options.newId)
    const answer = await serve(request, findRoute(table, request.path))
    const complete = withHeaders(answer, { 'Svc-Request-Id': request.id })
    options.onAnswer(request, complete, performance.now() - start)
    return toResponse(request.method === 'HEAD' ? { ...complete, body: null } : complete)
  })
  return app
}

/** The route of a path, or the one whose last part is named. */
function findRoute(table: ReadonlyMap<string, Route>, path: string): Route | undefined {
  const exact = table.get(path)
  if (exact !== undefined) return exact
  const at = path.lastIndexOf('/')
  return at < path.length - 1 ? table.get(`${path.slice(0, at)}/:id`) : undefined
}

function dispatch(request: ServiceRequest, route: Route, options: AppOptions): Answer | Promise<Answer> {
  const allowed = listMethods(route)
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allowed }, body: null }
  const name = request.method === 'HEAD' && route.allowsHead === true ? 'GET' : request.method
  const handler = route.methods[name as keyof Route['methods']]
  if (handler !== undefined) return handler(request)
  return withHeaders(options.refuse('method_not_allowed', request), { Allow: allowed })
}

function listMethods({ methods, allowsHead }: Route): string {
  return [...Object.keys(methods), ...(allowsHead === true ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
