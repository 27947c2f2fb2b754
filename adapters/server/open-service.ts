import type { PlanName } from '../../core/policy/index.ts'
import { customerDoor, type CustomerDoor } from '../http/account/customer-door.ts'
import { openDoor } from '../http/people/door.ts'
import type { Service } from '../http/route/deps.ts'
import { RefusedKeys } from '../http/route/refused-keys.ts'
import { isLoopbackHost } from '../http/route/local-visitor.ts'
import { ResultReads } from '../http/route/result-reads.ts'
import { extractorVersion } from '../package-version.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'
import { openParts, type ServiceOverrides } from './open-parts.ts'

/** A service without a port. */
export interface OpenService {
  /** The arguments of `createApp`. */
  readonly service: Service
  readonly door: CustomerDoor | null
  /** Sandbox key that was created because the store had no workspace. Absent: null, it had one. */
  readonly firstKey: string | null
  /** Refuses new requests, and waits for the items of batches that are in progress. Unit: ms. Default: SHELFMARK_DRAIN_MS. */
  readonly drain: (drainMs?: number) => Promise<void>
  /** Ends the threads and closes the store. Call it when the requests in progress have ended. */
  readonly close: () => Promise<void>
}

/** Opens the store, and starts the threads and the work on batches. Rejects: when the store is locked or down. */
export async function openService(config: Config, overrides: ServiceOverrides = {}): Promise<OpenService> {
  const parts = await openParts(config, overrides)
  const { store, activity, stopBatches } = parts
  const { customerDoor: terms, sessionMinutes, publicUrl } = config
  const options = { sessionMinutes, token: null, publicUrl }
  const door = terms === null ? null : openDoor(customerDoor(terms), parts, options)
  const close = async (): Promise<void> => {
    await door?.signIns.close()
    await parts.close()
  }
  try {
    const firstKey = await createFirstKey(store, config.firstPlan)
    return {
      service: {
        ...parts,
        resultReads: new ResultReads(),
        refusedKeys: new RefusedKeys(),
        batchIntervalMs: config.batches.intervalMs,
        publicUrl: config.publicUrl,
        extractorVersion,
        corsOrigins: new Set(config.corsOrigins),
        // The key of a first start on a port that only this machine reaches: someone tries the service.
        playground: config.hasPlayground ? { sandboxKey: isLoopbackHost(config.host) ? firstKey : null } : null,
      },
      door,
      firstKey,
      drain: (drainMs = config.drainMs) => {
        activity.isDraining = true
        return stopBatches(drainMs)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates a workspace and a sandbox key in an empty store, so that the first request needs no administration. */
async function createFirstKey(store: Store, plan: PlanName): Promise<string | null> {
  const workspace = await store.workspaces.createFirst({ name: 'default', plan })
  if (workspace === null) return null
  const { fullKey } = await store.keys.create(workspace.id, { mode: 'test', name: 'first sandbox key' })
  return fullKey
}
