import { randomUUID } from 'node:crypto'
import { adminRoutes } from '../admin/admin-routes.ts'
import { requireAdminToken } from '../admin/admin-token.ts'
import type { Config } from '../config/config.ts'
import { redactKeys } from '../http/log.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { refuse } from '../http/refuse.ts'
import { createApp, type AppOptions, type Route } from '../http/routes.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Service } from '../http/service.ts'
import { openApi } from '../openapi/open-api.ts'
import { version } from '../package-version.ts'
import type { Store } from '../store/store.ts'
import { checkWebhookUrl } from '../webhook/check-webhook-url.ts'
import { startParts, type Parts, type ServiceOverrides } from './start-parts.ts'

export interface RunningService {
  readonly port: number
  /** Absent: null, there is no administration. */
  readonly adminPort: number | null
  /** Sandbox key that was made because there was none. Absent: null, there was one. */
  readonly firstKey: string | null
  /** Answers what runs, refuses the rest, and ends. */
  readonly close: () => Promise<void>
}

/** Starts the service and its administration. Rejects: when the store is locked or a port is taken. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<RunningService> {
  const parts = await startParts(config, overrides)
  const servers: RunningServer[] = []
  const close = async (drainMs: number): Promise<void> => {
    parts.activity.isDraining = true
    await Promise.all([...servers.map((server) => server.close(drainMs)), parts.stopBatches(drainMs)])
    await parts.close()
  }
  try {
    const firstKey = await createFirstKey(parts.store)
    const service = toService(parts, config)
    const routes = serviceRoutes(service, JSON.stringify(openApi()))
    servers.push(await listen(createApp(appOptions(routes, service, parts.activity)), config.host, config.port))
    if (config.adminPort !== null) {
      const token = requireAdminToken(config.adminToken, config.dataDirectory)
      const admin = createApp(appOptions(adminRoutes({ ...service, token }), service, parts.activity))
      servers.push(await listen(admin, config.adminHost, config.adminPort))
    }
    return {
      port: servers[0]?.port ?? 0,
      adminPort: servers[1]?.port ?? null,
      firstKey,
      close: () => close(config.drainMs),
    }
  } catch (error) {
    await close(0)
    throw error
  }
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

/** On the first start there is nobody who could show a key: a workspace and a sandbox key are made. */
async function createFirstKey(store: Store): Promise<string | null> {
  const known = await store.listWorkspaces()
  if (known.length > 0) return null
  const { id } = await store.createWorkspace({ name: 'default' })
  const { fullKey } = await store.createKey(id, { kind: 'test', name: 'first sandbox key' })
  return fullKey
}

/** Counts and logs what the routes answer. */
function appOptions(
  routes: readonly Route[],
  { log, metrics, newId }: Service,
  activity: { inFlight: number },
): AppOptions {
  return {
    routes,
    newId,
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
