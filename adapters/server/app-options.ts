import { randomUUID } from 'node:crypto'
import { redactKeys } from '../http/log.ts'
import { refuse } from '../http/refuse.ts'
import type { AppOptions, Route } from '../http/routes.ts'
import type { Parts } from './start-parts.ts'

/** Counts and logs what the routes answer. */
export function appOptions(routes: readonly Route[], { log, metrics, activity }: Parts): AppOptions {
  return {
    routes,
    newId: randomUUID,
    refuse: (reason) => refuse(reason),
    onRequest: () => activity.inFlight++,
    onAnswer: (request, { status, headers }, route, durationMs) => {
      activity.inFlight--
      // Paths are made up by whoever asks: those without a route share one name.
      metrics.countAnswer(route ?? 'other', status, durationMs / 1000)
      const cost = headers['Svc-Cost']
      log.info({
        ...request.notes,
        request: request.id,
        method: request.method,
        path: redactKeys(request.path),
        status,
        cost,
        durationMs,
      })
    },
    onError: (request, error) => log.error({ request: request.id, err: error }, 'a mistake of the service'),
  }
}
