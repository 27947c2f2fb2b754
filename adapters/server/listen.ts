import { randomUUID } from 'node:crypto'
import { adminRoutes } from '../http/admin/admin-routes.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { openApi } from '../http/openapi/open-api.ts'
import { refuse } from '../http/refuse.ts'
import { createApp, type AppOptions, type Route } from '../http/routes.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Service } from '../http/service.ts'
import { redactKeys } from '../observe/log.ts'
import { version } from '../package-version.ts'
import { checkWebhookUrl } from '../webhook/check-webhook-url.ts'
import { requireAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'
import type { Parts } from './start-parts.ts'

/** Serves the interface to callers. Rejects: when the port is taken. */
export async function listenService(parts: Parts, config: Config): Promise<RunningServer> {
  const routes = serviceRoutes(toService(parts, config), JSON.stringify(openApi()))
  return await listen(createApp(appOptions(routes, parts)), config.host, config.port)
}

function toService(parts: Parts, { webhookOrigins }: Config): Service {
  return {
    ...parts,
    checkWebhookUrl: (url) => checkWebhookUrl(url, { allowedOrigins: webhookOrigins }),
    newId: randomUUID,
    docsUrl: '/docs',
    extractorVersion: `shelfmark@${version}`,
    isDraining: () => parts.activity.isDraining,
  }
}

/** Serves metrics and administration to operators. Absent: null, the configuration has no port for them. */
export async function listenAdmin(parts: Parts, config: Config): Promise<RunningServer | null> {
  const { adminHost, adminPort, adminToken, dataDirectory } = config
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  return await listen(createApp(appOptions(adminRoutes({ ...parts, token }), parts)), adminHost, adminPort)
}

/** Counts and logs the answers of the routes. */
function appOptions(routes: readonly Route[], { log, metrics, activity }: Parts): AppOptions {
  return {
    routes,
    newId: randomUUID,
    refuse: (reason) => refuse(reason),
    onRequest: () => activity.inFlight++,
    onAnswer: (request, { status, headers }, route, durationMs) => {
      activity.inFlight--
      // Clients choose paths at will. All paths without a route share one label.
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
    onError: (request, error) => log.error({ request: request.id, err: error }, 'unexpected error in a request'),
  }
}
