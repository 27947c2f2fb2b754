import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyMode } from '../../core/policy/index.ts'
import type { Logger } from '../observe/log.ts'
import { onceAMinute } from '../observe/once-a-minute.ts'
import type { ClaimedItem } from '../store/batches.ts'
import type { OutboxType } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { deliver, type DeliveryDeps } from './outbox/deliver.ts'
import { createDeliveries } from './outbox/deliveries.ts'
import { createHousekeeping, HOUSEKEEPING_MS, type HousekeepingDeps } from './housekeeping.ts'
import type { RunnerSettings } from './runner-settings.ts'
import { createScheduleRuns } from './schedule/run-schedules.ts'
import { createWatchRuns, type WatchRunDeps } from './watch/run-watches.ts'

/** Queue of claimed items, which this process or many processes work on. */
export interface ItemQueue {
  /** Adds items. An item that is in the queue already is not added again. */
  readonly add: (claims: readonly ClaimedItem[]) => Promise<void>
  /** Ends the queue. `drainMs`: time for the items that are being worked on. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

export interface Runner {
  /** `drainMs`: as for the queue. */
  readonly close: (drainMs: number) => Promise<void>
}

export interface RunnerDeps extends DeliveryDeps, Pick<WatchRunDeps, 'contract' | 'newId'> {
  readonly store: Store
  readonly log: Logger
  /** Queues of claimed items, by the mode of their keys: sandbox items never delay live ones. */
  readonly queues: Readonly<Record<KeyMode, ItemQueue>>
  readonly settings: RunnerSettings
  readonly metrics?: HousekeepingDeps['metrics']
  /** Lease of a claimed item: when it ends, the item is claimed again. Unit: ms. */
  readonly claimLeaseMs: number
  /** Waits, until the signal is aborted. Unit: ms. Default: a timer. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

const waitForTimer = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal })

/** Longest time between the moment when a run is due and its claim. Unit: ms. */
const RUN_CHECK_MS = 500
/** A run is looked for this many times in an interval, or more often. */
const CHECKS_PER_RUN = 10
/** Time between two searches for claims whose lease has ended. Unit: ms. */
const SWEEP_MS = 5000
/** Items that one sweep claims again. */
const MAX_RECLAIMED = 1000
/** Time between two searches for what is to be sent. Unit: ms. */
const DELIVERY_PAUSE_MS = 500
const CUSTOMER_KINDS: readonly OutboxType[] = ['bucket', 'batch', 'watch', 'event']

/**
 * Starts the loops that drive batches: begin runs of watches and schedules, claim runs of items, claim unfinished items
 * again, deliver what is in the outbox, stop overdue batches and delete old results. Any number
 * of processes may run them on one store: each claim is given to one of them.
 */
export function startRunner(deps: RunnerDeps): Runner {
  const { queues, settings, log, wait = waitForTimer } = deps
  const onError = onceAMinute((err, leftOut) => log.error({ err, leftOut }, 'a round of the batch runner failed'))
  const sendsAlerts = (deps.alertReceiver ?? null) !== null
  const deliveries = createDeliveries({
    outbox: deps.store.outbox,
    kinds: sendsAlerts ? [...CUSTOMER_KINDS, 'alert'] : CUSTOMER_KINDS,
    deliver: (claim, signal) => deliver(claim, deps, signal),
    onError,
    epochMs: deps.epochMs,
  })
  const startLoop = (round: Round, pauseMs: () => number): Loop =>
    repeat(round, { wait: (signal) => wait(pauseMs(), signal), onError })
  const startLane = (mode: KeyMode): readonly Loop[] => [
    startLoop(
      () => claimRun(deps, mode),
      () => Math.min(RUN_CHECK_MS, settings.intervalMs / CHECKS_PER_RUN),
    ),
    startLoop(
      () => sweep(deps, mode),
      () => Math.min(SWEEP_MS, settings.intervalMs),
    ),
  ]
  const loops = [
    ...startLane('live'),
    ...startLane('test'),
    startLoop(
      () => deliveries.start(),
      () => Math.min(DELIVERY_PAUSE_MS, settings.intervalMs),
    ),
    startLoop(createWatchRuns(deps), () => Math.min(RUN_CHECK_MS, settings.intervalMs)),
    startLoop(createScheduleRuns(deps), () => Math.min(RUN_CHECK_MS, settings.intervalMs)),
    startLoop(createHousekeeping({ ...deps, sendsAlerts }), () => HOUSEKEEPING_MS),
  ]
  return {
    close: async (drainMs) => {
      await Promise.all(loops.map(({ stop }) => stop()))
      await Promise.all([deliveries.close(drainMs), queues.live.close(drainMs), queues.test.close(drainMs)])
    },
  }
}

/** The signal is aborted when the loop ends. */
type Round = (signal: AbortSignal) => Promise<void>

interface Loop {
  /** Ends the loop after the round that is running. */
  readonly stop: () => Promise<void>
}

interface Repetition {
  /** The pause after a round. */
  readonly wait: (signal: AbortSignal) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

/** Runs a round again and again, with a pause after each. A round that fails is reported, and does not end the loop. */
function repeat(round: Round, { wait, onError }: Repetition): Loop {
  const end = new AbortController()
  const run = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await round(end.signal).catch(onError)
      await wait(end.signal).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      end.abort()
      await running
    },
  }
}

/** Claims the run of a mode if it is due. While the store has no room for results, items wait. */
async function claimRun(
  { store, queues, settings, claimLeaseMs, epochMs, log }: RunnerDeps,
  mode: KeyMode,
): Promise<void> {
  if (!(await store.storage.hasRoom())) return
  const run = { mode, intervalMs: settings.intervalMs, maxItems: settings.itemsPerRun }
  const { claims, aheadMs } = await store.batches.claimRun(run, { nowMs: epochMs(), leaseMs: claimLeaseMs })
  if (aheadMs !== null) log.warn({ kind: mode, aheadMs }, 'the time of the last run is in the future, and was ignored')
  await queues[mode].add(claims)
}

async function sweep({ store, queues, claimLeaseMs, epochMs }: RunnerDeps, mode: KeyMode): Promise<void> {
  await queues[mode].add(await store.batches.reclaim(mode, MAX_RECLAIMED, { nowMs: epochMs(), leaseMs: claimLeaseMs }))
}
