import { setTimeout as sleep } from 'node:timers/promises'
import type { H3 } from 'h3'
import { createApp } from '../http/create-app.ts'
import { startHttpServer, type RunningServer } from '../http/node-server.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'
import { startAdminServer } from './start-admin-server.ts'
import { openService } from './open-service.ts'
import type { ServiceOverrides } from './open-parts.ts'

/** Where a service listens. */
export interface Ports {
  readonly port: number
  /** Absent: null, the settings have no port for operators. */
  readonly adminPort: number | null
}

/** A service inside of a program: an app to mount in another one, or to listen on a port. */
export interface EmbeddedService {
  /** The app that answers callers. */
  readonly app: H3
  /** Workspaces, keys, charges and batches. */
  readonly store: Store
  /** Sandbox key that was created because the store had no workspace. Absent: null, it had one. */
  readonly firstKey: string | null
  /**
   * Listens to callers, and to operators if the settings say so. Default: the port of the settings.
   *
   * Rejects: when a port is taken.
   */
  readonly listen: (port?: number) => Promise<Ports>
  /**
   * Is not ready from now on, and still answers for the time that the settings say, so that load
   * balancers send their requests elsewhere. Then refuses new requests, waits for those that are being
   * answered, and ends. A server that the app is mounted in must have ended its requests before.
   *
   * `drainMs`: time for the requests and items of batches in progress. Default: `SHELFMARK_DRAIN_MS`.
   */
  readonly close: (drainMs?: number) => Promise<void>
}

/** Opens a service, which does not listen yet. Rejects: when the store is locked or down, or the source can't be opened. */
export async function openEmbeddedService(config: Config, overrides: ServiceOverrides = {}): Promise<EmbeddedService> {
  const { wait = sleep } = overrides
  const { service, door, firstKey, ...opened } = await openService(config, overrides)
  const app = createApp(service, door)
  const servers: RunningServer[] = []
  const listenTo = async (port: number): Promise<Ports> => {
    const server = await startHttpServer(app, config.host, port, {
      maxConnections: config.maxConnections,
      onRefused: () => service.metrics.countRefusedConnection(),
    })
    const admin = await startAdminServer(service, config).catch(async (error: unknown) => {
      await server.close(0)
      throw error
    })
    servers.push(server, ...(admin === null ? [] : [admin]))
    return { port: server.port, adminPort: admin?.port ?? null }
  }
  const end = async (drainMs: number): Promise<void> => {
    service.activity.isLeaving = true
    for (const server of servers) server.leave()
    if (servers.length > 0 && config.drainWaitMs > 0) await wait(config.drainWaitMs)
    try {
      await Promise.all([opened.drain(drainMs), ...servers.map((server) => server.close(drainMs))])
    } finally {
      await opened.close()
    }
  }
  let ending: Promise<void> | null = null
  return {
    app,
    store: service.store,
    firstKey,
    listen: (port = config.port) => listenTo(port),
    close: (drainMs = config.drainMs) => (ending ??= end(drainMs)),
  }
}
