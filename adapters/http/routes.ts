import { H3 } from 'h3'
import { toResponse, withHeaders, type Answer } from './answer.ts'
import { BodyTooLarge, toServiceRequest, type ServiceRequest } from './request.ts'

/** Answers a request. `id`: the part of the path that the route names; empty where it names none. */
export type Handler = (request: ServiceRequest, id: string) => Answer | Promise<Answer>

/** What a path answers to. */
export interface Route {
  /** Exact, or with one part that is named: `/batch/:id`. */
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
  /** Told of every request when its answer is known. `route`: the path as the table has it; null where there is none. */
  readonly onAnswer: (request: ServiceRequest, answer: Answer, route: string | null, durationMs: number) => void
  readonly onError: (request: ServiceRequest, error: unknown) => void
}

/**
 * Makes an app of a table of routes. Every path answers `OPTIONS` with its
 * methods, and what it does not have with 405 and the same list; every answer
 * carries the id of its request.
 */
export function createApp(options: AppOptions): H3 {
  const app = new H3({ allowMalformedURL: true, silent: true })
  const find = routeFinder(options.routes)
  const serve = async (request: ServiceRequest, match: Match | null): Promise<Answer> => {
    if (match === null) return options.refuse('not_found', request)
    try {
      return await dispatch(request, match, options)
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
    const match = find(request.path)
    const answer = await serve(request, match)
    const complete = withHeaders(answer, { 'Svc-Request-Id': request.id })
    options.onAnswer(request, complete, match?.route.path ?? null, performance.now() - start)
    return toResponse(request.method === 'HEAD' ? { ...complete, body: null } : complete)
  })
  return app
}

interface Match {
  readonly route: Route
  readonly id: string
}

/** Finds the route of a path: an exact one comes before one with a part that is named. */
function routeFinder(routes: readonly Route[]): (path: string) => Match | null {
  const exact = new Map(routes.map((route) => [route.path, { route, id: '' }]))
  const named = routes.filter(({ path }) => path.includes('/:id'))
  const findNamed = (path: string): Match | null => {
    for (const route of named) {
      const [start = '', end = ''] = route.path.split(':id')
      const id = path.slice(start.length, path.length - end.length)
      if (path === `${start}${id}${end}` && id !== '' && !id.includes('/')) return { route, id }
    }
    return null
  }
  return (path) => exact.get(path) ?? findNamed(path)
}

function dispatch(request: ServiceRequest, { route, id }: Match, options: AppOptions): Answer | Promise<Answer> {
  const allowed = listMethods(route)
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allowed }, body: null }
  const name = request.method === 'HEAD' && route.allowsHead === true ? 'GET' : request.method
  const handler = route.methods[name as keyof Route['methods']]
  if (handler !== undefined) return handler(request, id)
  return withHeaders(options.refuse('method_not_allowed', request), { Allow: allowed })
}

function listMethods({ methods, allowsHead }: Route): string {
  return [...Object.keys(methods), ...(allowsHead === true ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
