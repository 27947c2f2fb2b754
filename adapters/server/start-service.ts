import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { createApp } from '../http/routes.ts'
import { serviceRoutes } from '../http/service-routes.ts'
import type { Service } from '../http/service.ts'
import { openApi } from '../openapi/open-api.ts'
import { version } from '../package-version.ts'
import type { Store } from '../store/store.ts'
import { checkWebhookUrl } from '../webhook/check-webhook-url.ts'
import { appOptions } from './app-options.ts'
import { listenAdmin } from './listen-admin.ts'
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
    const routes = serviceRoutes(toService(parts, config), JSON.stringify(openApi()))
    const server = await listen(createApp(appOptions(routes, parts)), config.host, config.port)
    servers.push(server)
    const admin = await listenAdmin(parts, config)
    if (admin !== null) servers.push(admin)
    return {
      port: server.port,
      adminPort: admin?.port ?? null,
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
  const workspace = await store.createFirstWorkspace({ name: 'default' })
  if (workspace === null) return null
  const { fullKey } = await store.createKey(workspace.id, { kind: 'test', name: 'first sandbox key' })
  return fullKey
}
