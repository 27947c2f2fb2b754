import { localQueue } from '../work/local-queue.ts'
import { MemoryLimiter } from '../store/memory-limiter.ts'
import { openSqliteStore } from '../store/open/open-sqlite-store.ts'
import { steadyClock } from '../store/steady-clock.ts'
import { fetchesOf, type Backend, type BackendOptions } from './backend.ts'
import type { Config } from './config.ts'

/** Only this process works on its items, so that a lease may be long. */
const LOCAL_LEASE_MS = 60_000

/** Opens the parts of one process, in its data folder. Rejects: with a `StoreError`. */
export async function openLocalBackend(
  { dataDirectory: directory, keyPepper: pepper, oldKeyPepper: oldPepper, batches, diskFloorBytes }: Config,
  options: BackendOptions,
): Promise<Backend> {
  const { log, onLoss } = options
  const onJump = (jumpMs: number): void => log.warn({ jumpMs }, 'the clock has jumped; it is followed after a minute')
  const epochMs = options.epochMs ?? steadyClock({ onJump })
  const store = await openSqliteStore({
    directory,
    pepper,
    oldPepper,
    epochMs,
    diskFloorBytes,
    onLoss: (id, problem) => onLoss({ of: 'store', id, problem }),
  })
  return {
    store,
    limiter: new MemoryLimiter(),
    openQueue: (deps, mode) => localQueue(deps, fetchesOf(mode, batches)),
    epochMs,
    claimLeaseMs: LOCAL_LEASE_MS,
    openPace: undefined,
    sessionStore: null,
    close: () => store.close(),
  }
}
