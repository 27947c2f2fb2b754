import { randomUUID } from 'node:crypto'
import { adminRoutes } from '../admin/admin-routes.ts'
import { requireAdminToken } from '../admin/admin-token.ts'
import type { Config } from '../config/config.ts'
import { startExtractPool } from '../extract/index.ts'
import { createLog, redactKeys, type Logger } from '../http/log.ts'
import { Metrics } from '../http/metrics.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { refuse } from '../http/refuse.ts'
import { createApp, type AppOptions, type Route } from '../http/routes.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Service } from '../http/service.ts'
import { MemoryLimiter } from '../limit/memory-limiter.ts'
import { openApi } from '../openapi/open-api.ts'
import { version } from '../package-version.ts'
import { createRetriever, type Retriever, type RetrieverOptions } from '../retrieve/index.ts'
import { directorySource, liveSource, sandboxSource, type PageSource } from '../source/index.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'

export interface RunningService {
  readonly port: number
  /** Absent: null, there is no administration. */
  readonly adminPort: number | null
  /** Sandbox key that was made because there was none. Absent: null, there was one. */
  readonly firstKey: string | null
  /** Answers what runs, refuses the rest, and ends. */
  readonly close: () => Promise<void>
}

/** What a test, or a program that embeds the service, puts in place of the service's own parts. */
export interface ServiceOverrides {
  readonly log?: Logger | undefined
  /** Unit: ms since 1970. */
  readonly now?: (() => number) | undefined
  readonly retrieval?: RetrieverOptions['limits']
}

/** Starts the service and its administration. Rejects: when the store is locked or a port is taken. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<RunningService> {
  const log = overrides.log ?? createLog(config.logLevel)
  const store = await openSqliteStore({
    directory: config.dataDirectory,
    pepper: config.keyPepper,
    now: overrides.now,
  })
  const sources = { live: chooseSource(config), test: sandboxSource() }
  const extractor = await startExtractPool({ threads: config.workers })
  const activity = { isDraining: false, inFlight: 0 }
  const retrieverOf = (source: PageSource): Retriever =>
    createRetriever({ source, extractor, limits: overrides.retrieval })
  const service: Service = {
    store,
    limiter: new MemoryLimiter(),
    retrievers: { live: retrieverOf(sources.live), test: retrieverOf(sources.test) },
    metrics: new Metrics(() => activity.inFlight),
    log,
    now: overrides.now ?? Date.now,
    newId: randomUUID,
    docsUrl: '/docs',
    extractorVersion: `shelfmark@${version}`,
    isDraining: () => activity.isDraining,
  }
  const closeParts = async (): Promise<void> => {
    await Promise.all([extractor.close(), sources.live.close(), sources.test.close()])
    await store.close()
  }
  const servers: RunningServer[] = []
  try {
    const firstKey = await createFirstKey(store)
    const routes = serviceRoutes(service, JSON.stringify(openApi()))
    servers.push(await listen(createApp(appOptions(routes, service, activity)), config.host, config.port))
    if (config.adminPort !== null) {
      const token = requireAdminToken(config.adminToken, config.dataDirectory)
      const admin = createApp(appOptions(adminRoutes({ ...service, token }), service, activity))
      servers.push(await listen(admin, config.adminHost, config.adminPort))
    }
    return {
      port: servers[0]?.port ?? 0,
      adminPort: servers[1]?.port ?? null,
      firstKey,
      close: async () => {
        activity.isDraining = true
        await Promise.all(servers.map((server) => server.close(config.drainMs)))
        await closeParts()
      },
    }
  } catch (error) {
    await Promise.all(servers.map((server) => server.close(0)))
    await closeParts()
    throw error
  }
}

function chooseSource({ source, pagesDirectory, proxies, upstreams, pacing }: Config): PageSource {
  if (source === 'sandbox') return sandboxSource()
  if (source === 'directory') return directorySource(pagesDirectory ?? '.')
  return liveSource({ proxies, upstreams, pacing })
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
  const known = new Set(routes.map(({ path }) => path))
  return {
    routes,
    newId,
    refuse: (reason) => refuse(reason),
    onRequest: () => activity.inFlight++,
    onAnswer: (request, { status, headers }, durationMs) => {
      activity.inFlight--
      // Paths are made up by whoever asks: those without a route share one name.
      const route = known.has(request.path) ? request.path : 'other'
      metrics.countAnswer(route, status, durationMs / 1000)
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
