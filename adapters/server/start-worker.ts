import { letHeapsGrow } from '../pages/pool/heap-growth.ts'
import type { Config } from './config.ts'
import { loadAhead } from './load-ahead.ts'
import { startAdminServer } from './start-admin-server.ts'
import { openParts } from './open-parts.ts'

export interface RunningWorker {
  /** Absent: null, there are no metrics and no administration. */
  readonly adminPort: number | null
  /** Finishes the items that are being worked on, leaves the others to other workers, and ends. */
  readonly close: () => Promise<void>
}

/** Starts a process that works on batches and answers no callers. Rejects: when the store is down or a port is taken. */
export async function startWorker(config: Config): Promise<RunningWorker> {
  letHeapsGrow()
  await loadAhead()
  const parts = await openParts({ ...config, runsBatches: true }, {})
  try {
    const admin = await startAdminServer(parts, config)
    return {
      adminPort: admin?.port ?? null,
      close: async () => {
        await parts.stopBatches(config.drainMs)
        await admin?.close(0)
        await parts.close()
      },
    }
  } catch (error) {
    await parts.close()
    throw error
  }
}
