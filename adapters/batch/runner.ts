import { BATCH_DEADLINE_MS, IDEMPOTENCY_MS } from '../../core/policy/index.ts'
import type { Batches, Claim } from '../store/batches.ts'
import { deliver, type DeliveryMeans } from './deliver.ts'
import { repeat } from './repeat.ts'

export interface RunnerSettings {
  /** A run of items begins so often. Unit: ms. */
  readonly intervalMs: number
  /** Items of a run, of all batches together. */
  readonly itemsPerRun: number
  /** Items that are worked on at the same time, apart from the callers' limits. */
  readonly fetches: number
  /** How long results are kept after a batch has ended. Unit: ms. */
  readonly resultsKeptMs: number
}

/** Works on what is claimed; another way for one process and for many. */
export interface ItemQueue {
  /** Takes items over. One that it has already is not taken twice. */
  readonly add: (claims: readonly Claim[]) => Promise<void>
  /** Items that are begun have so long to end. Unit: ms. */
  readonly close: (drainMs: number) => Promise<void>
}

export interface Runner {
  readonly close: (drainMs: number) => Promise<void>
}

export interface RunnerParts extends DeliveryMeans {
  readonly queue: ItemQueue
  readonly settings: RunnerSettings
  /** How long a claim holds before it is handed to a queue anew. Unit: ms. */
  readonly claimLeaseMs: number
}

/** Claims that are handed out anew at a time. */
const MOST_RECLAIMED = 1000
/** How often claims whose lease has ended are looked for. Unit: ms. */
const SWEEP_MS = 5000
/** How often webhooks that are due are looked for, and how many are sent at the same time. */
const DELIVERY_PAUSE_MS = 500
const DELIVERIES = 8
/** Longer than an attempt may take. Unit: ms. */
const DELIVERY_LEASE_MS = 20_000
const HOUSEKEEPING_MS = 60_000

/**
 * Deals runs of items, hands out anew what nobody finished, delivers webhooks,
 * and ends and forgets batches when their time has come. Any number of processes
 * may do so on one store: each piece of work is one's at a time.
 */
export function startRunner(parts: RunnerParts): Runner {
  const { store, settings, log, now } = parts
  const onError = (error: unknown): void => log.error({ err: error }, 'the batch runner goes on')
  const active = new Set<Promise<void>>()
  const repetitions = [
    repeat(
      () => dealRun(parts),
      () => settings.intervalMs - (now() % settings.intervalMs),
      onError,
    ),
    repeat(
      () => sweep(parts),
      () => Math.min(SWEEP_MS, settings.intervalMs),
      onError,
    ),
    repeat(
      () => deliverDue(parts, active, onError),
      () => Math.min(DELIVERY_PAUSE_MS, settings.intervalMs),
      onError,
    ),
    repeat(
      () => keepHouse(store.batches, settings, now()),
      () => HOUSEKEEPING_MS,
      onError,
    ),
  ]
  return {
    close: async (drainMs) => {
      await Promise.all(repetitions.map(({ stop }) => stop()))
      await Promise.all([...active, parts.queue.close(drainMs)])
    },
  }
}

/** The tick is the same number everywhere: of all processes one gets its run. */
async function dealRun({ store, queue, settings, claimLeaseMs, now }: RunnerParts): Promise<void> {
  const nowMs = now()
  const run = { tick: Math.floor(nowMs / settings.intervalMs), most: settings.itemsPerRun }
  await queue.add(await store.batches.claimRun(run, { nowMs, leaseMs: claimLeaseMs }))
}

async function sweep({ store, queue, claimLeaseMs, now }: RunnerParts): Promise<void> {
  await queue.add(await store.batches.reclaim(MOST_RECLAIMED, { nowMs: now(), leaseMs: claimLeaseMs }))
}

/** Begins what is due, without waiting for it: a receiver that is slow holds up nobody else. */
async function deliverDue(
  parts: RunnerParts,
  active: Set<Promise<void>>,
  onError: (error: unknown) => void,
): Promise<void> {
  const room = DELIVERIES - active.size
  if (room === 0) return
  const lease = { nowMs: parts.now(), leaseMs: DELIVERY_LEASE_MS }
  for (const claim of await parts.store.batches.claimDeliveries(room, lease)) {
    const attempt: Promise<void> = deliver(claim, parts)
      .catch(onError)
      .finally(() => active.delete(attempt))
    active.add(attempt)
  }
}

async function keepHouse(batches: Batches, { resultsKeptMs }: RunnerSettings, nowMs: number): Promise<void> {
  for (const id of await batches.listOverdue(nowMs - BATCH_DEADLINE_MS)) await batches.stop(id, nowMs)
  await batches.forget({ endedBeforeMs: nowMs - resultsKeptMs, usedBeforeMs: nowMs - IDEMPOTENCY_MS })
}
