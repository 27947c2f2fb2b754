import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../http/create-app.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import type { Config } from './config.ts'
import { listenAdmin } from './listen-admin.ts'
import { openService } from './open-service.ts'
import type { ServiceOverrides } from './start-parts.ts'

/** A server that listens. */
export interface RunningService {
  readonly port: number
  /** Absent: null, there is no administration. */
  readonly adminPort: number | null
  /** Sandbox key that was created because the store had no workspace. Absent: null, it had one. */
  readonly firstKey: string | null
  /**
   * Is not ready from now on, and still answers for the time that the configuration sets, so that load
   * balancers send their requests elsewhere. Then refuses new requests, waits for those that are being
   * answered, and ends.
   */
  readonly close: () => Promise<void>
}

/** Starts the service and its administration. Rejects: when the store is locked or down, or a port is taken. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<RunningService> {
  const { wait = sleep } = overrides
  const opened = await openService(config, overrides)
  const servers: RunningServer[] = []
  const close = async (drainMs: number): Promise<void> => {
    await Promise.all([opened.drain(drainMs), ...servers.map((server) => server.close(drainMs))])
    await opened.close()
  }
  try {
    const server = await listen(createApp(opened.service), config.host, config.port, {
      maxConnections: config.maxConnections,
      onRefused: () => opened.service.metrics.countRefusedConnection(),
    })
    servers.push(server)
    const admin = await listenAdmin(opened.service, config)
    if (admin !== null) servers.push(admin)
    return {
      port: server.port,
      adminPort: admin?.port ?? null,
      firstKey: opened.firstKey,
      close: async () => {
        opened.service.activity.isLeaving = true
        for (const server of servers) server.leave()
        if (config.drainWaitMs > 0) await wait(config.drainWaitMs)
        await close(config.drainMs)
      },
    }
  } catch (error) {
    await close(0)
    throw error
  }
}
