import { setTimeout as sleep } from 'node:timers/promises'
import { BATCH_DEADLINE_MS, IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import type { Batches, Claim } from '../store/batches.ts'
import { createDeliveries } from './deliveries.ts'
import type { DeliveryDeps } from './deliver.ts'

export interface RunnerSettings {
  /** Time between the starts of two runs of items. Unit: ms. */
  readonly intervalMs: number
  /** Items of one run, over all batches. */
  readonly itemsPerRun: number
  /** Items that a process works on at the same time. They do not count towards the limits of keys. */
  readonly fetches: number
  /** How long results are kept after the end of their batch. Unit: ms. */
  readonly resultsKeptMs: number
}

/** Queue of claimed items, which this process or many processes work on. */
export interface ItemQueue {
  /** Adds items. An item that is in the queue already is not added again. */
  readonly add: (claims: readonly Claim[]) => Promise<void>
  /** Ends the queue. `drainMs`: time for the items that are being worked on. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

export interface Runner {
  /** `drainMs`: as for the queue. */
  readonly close: (drainMs: number) => Promise<void>
}

export interface RunnerDeps extends DeliveryDeps {
  readonly queue: ItemQueue
  readonly settings: RunnerSettings
  /** Lease of a claimed item: when it ends, the item is claimed again. Unit: ms. */
  readonly claimLeaseMs: number
}

/** Time between two searches for claims whose lease has ended. Unit: ms. */
const SWEEP_MS = 5000
/** Items that one sweep claims again. */
const MAX_RECLAIMED = 1000
/** Time between two searches for webhooks that are due. Unit: ms. */
const DELIVERY_PAUSE_MS = 500
const HOUSEKEEPING_MS = 60_000

/**
 * Starts the loops that drive batches: claim runs of items, claim unfinished items
 * again, deliver webhooks, stop overdue batches and delete old results. Any number
 * of processes may run them on one store: each claim is given to one of them.
 */
export function startRunner(deps: RunnerDeps): Runner {
  const { store, settings, log, now } = deps
  const onError = (error: unknown): void => log.error({ err: error }, 'a round of the batch runner failed')
  const deliveries = createDeliveries(deps, onError)
  const untilNextTick = (): number => settings.intervalMs - (now() % settings.intervalMs)
  const loops = [
    startLoop(() => claimRun(deps), untilNextTick, onError),
    startLoop(
      () => sweep(deps),
      () => Math.min(SWEEP_MS, settings.intervalMs),
      onError,
    ),
    startLoop(
      () => deliveries.start(),
      () => Math.min(DELIVERY_PAUSE_MS, settings.intervalMs),
      onError,
    ),
    startLoop(
      () => keepHouse(store.batches, settings, now()),
      () => HOUSEKEEPING_MS,
      onError,
    ),
  ]
  return {
    close: async (drainMs) => {
      await Promise.all(loops.map(({ stop }) => stop()))
      await Promise.all([deliveries.close(), deps.queue.close(drainMs)])
    },
  }
}

interface Loop {
  /** Ends the loop after the round that is running. */
  readonly stop: () => Promise<void>
}

/** Runs a round again and again, with a pause after each. A round that fails is reported, and does not end the loop. */
function startLoop(round: () => Promise<void>, pauseMs: () => number, onError: (error: unknown) => void): Loop {
  const end = new AbortController()
  const run = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await round().catch(onError)
      await sleep(pauseMs(), undefined, { signal: end.signal }).catch(() => undefined)
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

/** Claims the run of the current tick. All processes count ticks alike, so that one of them gets the run. While the store has no room for results, items wait. */
async function claimRun({ store, queue, settings, claimLeaseMs, now }: RunnerDeps): Promise<void> {
  if (!(await store.storage.hasRoom())) return
  const nowMs = now()
  const run = { tick: Math.floor(nowMs / settings.intervalMs), maxItems: settings.itemsPerRun }
  await queue.add(await store.batches.claimRun(run, { nowMs, leaseMs: claimLeaseMs }))
}

async function sweep({ store, queue, claimLeaseMs, now }: RunnerDeps): Promise<void> {
  await queue.add(await store.batches.reclaim(MAX_RECLAIMED, { nowMs: now(), leaseMs: claimLeaseMs }))
}

/** Stops batches that are past their deadline, and deletes results and idempotency keys that are too old. */
async function keepHouse(batches: Batches, { resultsKeptMs }: RunnerSettings, nowMs: number): Promise<void> {
  for (const id of await batches.listOverdue(nowMs - BATCH_DEADLINE_MS)) await batches.stop(id, nowMs)
  await batches.forget({ endedBeforeMs: nowMs - resultsKeptMs, usedBeforeMs: nowMs - IDEMPOTENCY_MS })
}
