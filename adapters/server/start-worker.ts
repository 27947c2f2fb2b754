import type { Config } from './config.ts'
import { listenAdmin } from './listen-admin.ts'
import { startParts } from './start-parts.ts'

export interface RunningWorker {
  /** Absent: null, there are no metrics and no administration. */
  readonly adminPort: number | null
  /** Finishes the items that are being worked on, leaves the others to other workers, and ends. */
  readonly close: () => Promise<void>
}

/** Starts a process that works on batches and answers no callers. Rejects: when the store is down or a port is taken. */
export async function startWorker(config: Config): Promise<RunningWorker> {
  const parts = await startParts({ ...config, runsBatches: true }, {})
  try {
    const admin = await listenAdmin(parts, config)
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
