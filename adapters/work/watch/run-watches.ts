import { creditsLeftOf, nextControl, type WatchControl } from '../../../core/index.ts'
import { type Contract, REFERENCE } from '../../../core/contract/index.ts'
import { isEnded, monthOf } from '../../../core/policy/index.ts'
import type { Logger } from '../../observe/log.ts'
import type { NewBatch } from '../../store/batches.ts'
import { isActive, type Keys } from '../../store/keys.ts'
import type { Ledger } from '../../store/ledger.ts'
import type { Store } from '../../store/store.ts'
import {
  RUN_PAUSE_MS,
  type NewWatchEvent,
  type Watch,
  type Watches,
  type WatchItem,
  type WatchStep,
} from '../../store/watches.ts'
import { mostCreditsOf, type RunInput } from './run-input.ts'
import { toOwnEvent } from './watch-entries.ts'
import { scheduleOf, type WatchSchedule } from './watch-schedule.ts'

/** What plans the next run of a watch. */
export interface PlanDeps {
  readonly store: {
    readonly watches: Pick<Watches, 'listDue' | 'listItems' | 'firstDueMs'>
    readonly ledger: Pick<Ledger, 'reserve' | 'release'>
    readonly keys: Pick<Keys, 'find'>
  }
  readonly contract: Contract
  /** Gives an id that no other batch has. */
  readonly newId: () => string
}

export interface WatchRunDeps extends PlanDeps {
  readonly store: Pick<Store, 'watches' | 'batches' | 'storage' | 'ledger' | 'keys'>
  readonly log: Pick<Logger, 'error' | 'info'>
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
}

/** Watches that one claim takes. */
const WATCHES_PER_CLAIM = 20
/** Lease of a claimed watch: when its process dies before the run begins, another one begins it. Unit: ms. */
export const CLAIM_LEASE_MS = 60_000
/** How often a watch that its workspace can't pay is looked at again. Unit: ms. */
const UNPAID_CHECK_MS = 3_600_000
/** How often a run in progress is looked at: it may have been stopped. Unit: ms. */
const OPEN_CHECK_MS = 10 * 60_000

/**
 * A round of it begins the runs of all watches that are due. A watch whose run can't begin is tried again when its lease
 * ends, and does not keep the others waiting. Rejects: with a `StoreError`.
 */
export function createWatchRuns(deps: WatchRunDeps): () => Promise<void> {
  return async () => {
    if (!(await deps.store.storage.hasRoom())) return
    for (;;) {
      const lease = { nowMs: deps.epochMs(), leaseMs: CLAIM_LEASE_MS }
      const claimed = await deps.store.watches.claimDue(WATCHES_PER_CLAIM, lease)
      // Planned one after the other, for each reserves credits; written together, for each write waits for the disk.
      const steps: PlannedStep[] = []
      for (const watch of claimed) {
        await alone(watch, deps, async () => void steps.push({ watch, ...(await planRun(watch, deps)) }))
      }
      await Promise.all(steps.map((step) => alone(step.watch, deps, () => writeRun(step, deps))))
      if (claimed.length < WATCHES_PER_CLAIM) return
    }
  }
}

/** One watch whose run can't begin, such as with a time zone that this machine does not know, does not end the round for the others. */
async function alone({ id }: Watch, { log }: WatchRunDeps, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => log.error({ err: error, watch: id }, 'the run of a watch could not begin'))
}

interface PlannedStep {
  readonly watch: Watch
  readonly step: WatchStep
  /** Unit: ms since 1970. */
  readonly nowMs: number
}

/** The run of a claimed watch: its due items become a batch, in one step with the watch. */
async function planRun(watch: Watch, deps: WatchRunDeps): Promise<Omit<PlannedStep, 'watch'>> {
  const { store, epochMs } = deps
  const nowMs = epochMs()
  const open = watch.batchId === null ? null : await store.batches.find(watch.batchId)
  const isOpen = open !== null && !isEnded(open.progress)
  return { nowMs, step: isOpen ? { nextRunMs: nowMs + OPEN_CHECK_MS } : await planStep(watch, nowMs, deps) }
}

async function writeRun({ watch, step, nowMs }: PlannedStep, { store, log }: WatchRunDeps): Promise<void> {
  // A change that came in between has a step of its own; the watch is due again when its lease ends.
  const isWritten = await store.watches.step(watch.id, watch.revision, step, nowMs)
  if (!isWritten) return
  for (const { entry } of step.events ?? []) log.info({ watch: watch.id, entry }, 'event of a watch')
}

/** The next step of a watch that has no run in progress: the items that are due become a run, and its health is judged. */
export async function planStep(watch: Watch, nowMs: number, deps: PlanDeps): Promise<WatchStep> {
  const { store } = deps
  const schedule = await scheduleOf(watch.terms, nowMs)
  const month = monthOf(nowMs)
  const { control, event } = nextControl(watch.control, watch, { nowMs, everyMs: schedule.everyMs, month })
  const events: NewWatchEvent[] = event === null ? [] : [toOwnEvent(watch, event, nowMs)]
  const moved = event === 'watch.recovered' ? await moveForward(watch, schedule, control, deps) : []
  const key = await store.keys.find(watch.keyId)
  if (key === null || !isActive(key, nowMs)) {
    events.push(toOwnEvent(watch, 'watch.paused', nowMs))
    return { control: { ...control, paused: 'key' }, events, batch: null, nextRunMs: null }
  }
  const due = await store.watches.listDue(watch.id, nowMs)
  if (due.length > 0 && !(await canPayOne(watch, due, nowMs, deps))) {
    if (control.paused !== 'workspace') events.push(toOwnEvent(watch, 'watch.paused', nowMs))
    const paused: WatchControl = { ...control, paused: 'workspace' }
    return { control: paused, events, batch: null, nextRunMs: nowMs + UNPAID_CHECK_MS }
  }
  const paid = due.slice(0, countPaid(watch, control, due, deps))
  if (due.length > 0 && paid.length === 0) {
    events.push(toOwnEvent(watch, 'watch.paused', nowMs))
    const paused: WatchControl = { ...control, paused: 'credits' }
    return { control: paused, events, batch: null, nextRunMs: nextMonthMs(nowMs) }
  }
  const next = paid.map(({ item }) => [item, schedule.nextMs(keyOf(watch, item), control.health)] as const)
  const isTaken = new Set(paid.map(({ item }) => item))
  const all = [...moved.filter(([item]) => !isTaken.has(item)), ...next]
  const batch = paid.length === 0 ? null : toBatch(watch, paid, nowMs, deps.newId())
  const nextRunMs = batch === null ? await nextDueMs(watch, all, nowMs, deps) : nowMs + OPEN_CHECK_MS
  const running = control.paused === 'workspace' ? { ...control, paused: null } : control
  return { control: running, events, batch, due: all, nextRunMs }
}

/** Items are spread over the interval by it. */
export function keyOf({ id }: Pick<Watch, 'id'>, item: number): string {
  return `${id} ${item}`
}

/** Items that wait longer than the usual interval: those of a watch that has recovered. */
async function moveForward(
  watch: Watch,
  schedule: WatchSchedule,
  { health }: WatchControl,
  { store }: PlanDeps,
): Promise<readonly (readonly [number, number])[]> {
  const items = await store.watches.listItems(watch.id, 0, watch.itemCount)
  return items.flatMap(({ item, dueMs }) => {
    const nextMs = schedule.nextMs(keyOf(watch, item), health)
    return nextMs < dueMs ? [[item, nextMs] as const] : []
  })
}

async function nextDueMs(
  { id }: Pick<Watch, 'id'>,
  moved: readonly (readonly [number, number])[],
  nowMs: number,
  { store }: PlanDeps,
): Promise<number> {
  const firstMs = (await store.watches.firstDueMs(id)) ?? Infinity
  const nextMs = moved.reduce((least, [, dueMs]) => Math.min(least, dueMs), firstMs)
  return Math.max(nextMs, nowMs + RUN_PAUSE_MS)
}

/** Whether the workspace has the credits for the cheapest of the items: without them, every look would be refused. */
async function canPayOne(
  { workspaceId, mode, endpoint }: Watch,
  due: readonly WatchItem[],
  nowMs: number,
  { contract, store }: PlanDeps,
): Promise<boolean> {
  const costs = due.map((item) => costOfItem({ mode, endpoint }, item, contract)).filter((credits) => credits > 0)
  if (costs.length === 0) return true
  const cheapest = Math.min(...costs)
  const reservation = await store.ledger.reserve(workspaceId, cheapest, nowMs)
  if (reservation === 'insufficient_credits') return false
  await store.ledger.release(reservation)
  return true
}

/** How many of the due items the watch may pay for this month. */
function countPaid(watch: Watch, control: WatchControl, due: readonly WatchItem[], { contract }: PlanDeps): number {
  const most = watch.terms.max_credits_per_month
  let left = creditsLeftOf(control, watch, most)
  if (left === Infinity) return due.length
  for (const [count, item] of due.entries()) {
    left -= costOfItem(watch, item, contract)
    if (left < 0) return count
  }
  return due.length
}

function costOfItem(watch: Pick<Watch, 'mode' | 'endpoint'>, { input }: WatchItem, contract: Contract): number {
  return mostCreditsOf(watch, JSON.parse(input) as Readonly<Record<string, unknown>>, contract)
}

function toBatch(watch: Watch, due: readonly WatchItem[], nowMs: number, id: string): NewBatch {
  const inputs = due.map(({ item, input: text }) => {
    const { [REFERENCE]: reference, ...input } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const run: RunInput = { item, ...(typeof reference === 'string' ? { reference } : {}), input }
    return JSON.stringify(run)
  })
  const { workspaceId, keyId, mode, endpoint, id: watchId } = watch
  const owner = { workspaceId, keyId, mode, endpoint, watchId }
  return {
    ...owner,
    id,
    createdAtMs: nowMs,
    sealedSecret: '',
    webhookUrl: null,
    inputs,
    idempotency: null,
    maxPending: null,
  }
}

/** Begin of the next month, in UTC. Unit: ms since 1970. */
function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
