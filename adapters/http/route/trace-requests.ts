import type { H3Event, HTTPResponse, Middleware } from 'h3'
import type { Tracer } from '../../observe/tracer.ts'

/** Middleware that answers a request as a span. Empty: nothing is traced. `label`: gives the name of the route; `idOf`: the id of the request. */
export function traceRequests(
  tracer: Tracer | null,
  label: (event: H3Event) => string,
  idOf: (event: H3Event) => string,
): Middleware[] {
  if (tracer === null) return []
  return [
    (event, next) => {
      const { method, headers } = event.req
      const route = label(event)
      const facts = { 'http.request.method': method, 'http.route': route, 'shelfmark.request_id': idOf(event) }
      return tracer.run(`${method} ${route}`, { kind: 'server', facts, headers }, async (span) => {
        const answer = (await next()) as HTTPResponse
        const { status = 200 } = answer
        span.add({ 'http.response.status_code': status })
        if (status >= 500) span.fail()
        return answer
      })
    },
  ]
}
