import { letHeapsGrow } from '../pages/pool/heap-growth.ts'
import type { Config } from './config.ts'
import { loadAhead } from './load-ahead.ts'
import { openEmbeddedService } from './open-embedded-service.ts'
import type { ServiceOverrides } from './open-parts.ts'

/** A server that listens. */
export interface RunningService {
  readonly port: number
  /** Absent: null, there is no administration. */
  readonly adminPort: number | null
  /** Sandbox key that was created because the store had no workspace. Absent: null, it had one. */
  readonly firstKey: string | null
  /** As `EmbeddedService`. */
  readonly close: () => Promise<void>
}

/** Starts the service and its administration. Rejects: when the store is locked or down, or a port is taken. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<RunningService> {
  letHeapsGrow()
  await loadAhead()
  const { listen, firstKey, close } = await openEmbeddedService(config, overrides)
  try {
    return { ...(await listen()), firstKey, close: () => close() }
  } catch (error) {
    await close(0)
    throw error
  }
}
