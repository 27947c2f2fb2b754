import type { RunningServer } from '../http/node-server.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'
import { listenAdmin, listenService } from './listen.ts'
import { startParts, type ServiceOverrides } from './start-parts.ts'

export interface RunningService {
  readonly port: number
  /** Absent: null, there is no administration. */
  readonly adminPort: number | null
  /** Sandbox key that was created because the store had no workspace. Absent: null, it had one. */
  readonly firstKey: string | null
  /** Refuses new requests, waits for those that are being answered, and ends. */
  readonly close: () => Promise<void>
}

/** Starts the service and its administration. Rejects: when the store is locked or down, or a port is taken. */
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
    const server = await listenService(parts, config)
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

/** Creates a workspace and a sandbox key in an empty store, so that the first request needs no administration. */
async function createFirstKey(store: Store): Promise<string | null> {
  const workspace = await store.workspaces.createFirst({ name: 'default' })
  if (workspace === null) return null
  const { fullKey } = await store.keys.create(workspace.id, { kind: 'test', name: 'first sandbox key' })
  return fullKey
}
