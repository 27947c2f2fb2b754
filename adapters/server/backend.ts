import type { KeyMode } from '../../core/policy/index.ts'
import type { ItemQueue } from '../work/runner.ts'
import type { Loss } from '../work/findings/report-losses.ts'
import type { RunnerSettings } from '../work/runner-settings.ts'
import type { ItemDeps } from '../work/work-on-item.ts'
import type { Logger } from '../observe/log.ts'
import type { SessionStore } from '../fetch/sessions/session-store.ts'
import type { OpenPace } from '../fetch/turns/pacer.ts'
import type { Limiter } from '../store/limiter.ts'
import type { Store } from '../store/store.ts'

/** The parts that hold or share state: in a file for one process, or in PostgreSQL and Redis for many. */
export interface Backend {
  readonly store: Store
  readonly limiter: Limiter
  /** Opens the queue for items from keys of a mode. */
  readonly openQueue: (deps: ItemDeps, mode: KeyMode) => ItemQueue
  /** Clock of the service. Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Lease of a claimed item: when it ends, the item is claimed again. Unit: ms. */
  readonly claimLeaseMs: number
  /** Opens paces of fetches that processes share. Absent: undefined, there is one process. */
  readonly openPace: OpenPace | undefined
  /** Where processes share sessions of visitors. Absent: null, there is one process, or no master key to seal them with. */
  readonly sessionStore: SessionStore | null
  /** Closes them, after everything that uses them has ended. */
  readonly close: () => Promise<void>
}

export interface BackendOptions {
  readonly log: Logger
  /** Called when data that this process has used is lost. */
  readonly onLoss: (loss: Loss) => void
  /** Clock of the system. Unit: ms since 1970. Default: `Date.now`. Processes that share a database go by its clock. */
  readonly epochMs: (() => number) | undefined
}

/** Most sandbox items that a process works on at the same time. They use its processor, and nobody pays for them. */
const SANDBOX_FETCHES = 2

/** Items from keys of a mode that a process works on at the same time. */
export function fetchesOf(mode: KeyMode, { fetches }: RunnerSettings): number {
  return mode === 'test' ? Math.min(SANDBOX_FETCHES, fetches) : fetches
}
