import PQueue from 'p-queue'
import {
  addDrift,
  afterRun,
  applyLook,
  HEALTHY,
  heldFields,
  type HeldFields,
  intervalOf,
  nextLookMs,
  toWatchEvent,
  type DriftTallies,
  type LookResult,
  type RunHealth,
  type SeenRecord,
  type WatchPlan,
} from '../../core/index.ts'
import type { FailedRetrieval, RetrievalRequest, Retriever } from '../retrieve/index.ts'
import type { Delivery } from './deliver-events.ts'
import { toSeen } from './to-seen.ts'
import type { WatchClock } from './watch-clock.ts'
import { SEEN, type DueItem, type WatchFile } from './watch-file.ts'

/** An item that is looked at. */
export interface WatchedItem {
  /** Names the item in the file: what is asked for. */
  readonly key: string
  /** What a person calls it: the query. */
  readonly name: string
  /** As it was listed. */
  readonly item: Readonly<Record<string, unknown>>
  readonly reference: string | null
  readonly request: RetrievalRequest
}

/** A watch that runs in this process. */
export interface WatchRun {
  /** Name of the watch, for its events. */
  readonly name: string
  readonly items: readonly WatchedItem[]
  readonly plan: WatchPlan
  /** Unit: ms. */
  readonly everyMs: number
  readonly file: WatchFile
  readonly retriever: Retriever
  readonly clock: WatchClock
  /** Items that are looked at at the same time. */
  readonly jobs: number
  readonly delivery: Delivery
  /** Tells a person what happens to the watch. */
  readonly say: (message: string) => void
}

/** What a round of looks did. */
export interface RoundCounts {
  readonly looks: number
  readonly seen: number
  /** Order: as they were looked at. */
  readonly unseen: readonly UnseenItem[]
}

/** An item whose look saw no record, and why. */
interface UnseenItem extends Pick<WatchedItem, 'name' | 'item' | 'reference'> {
  readonly error: FailedRetrieval['error']
  /** As `Svc-Reason` has it. */
  readonly reason: FailedRetrieval['reasonCode']
  /** The same for a person. */
  readonly message: string
}

/** Looks at all items that are due, and delivers what is to tell. Rejects: with the reason of the signal; with a `StoreError`. */
export async function runRound(run: WatchRun, signal: AbortSignal): Promise<RoundCounts> {
  const { clock, delivery, file } = run
  await delivery.beginRound(signal)
  const due = dueItems(run).filter(({ dueMs }) => dueMs <= clock.nowMs())
  const round = new Round(run)
  await round.lookAt(due, signal)
  await file.sync()
  await delivery.deliverNew(signal)
  return round.counts
}

/** Runs until the signal is aborted: a round whenever an item is due. Rejects: as `runRound`. */
export async function runForever(run: WatchRun, signal: AbortSignal): Promise<void> {
  for (;;) {
    await runRound(run, signal)
    const [next] = dueItems(run)
    if (next === undefined) return
    await run.clock.sleepUntil(next.dueMs, signal)
  }
}

/** When the next look is. Absent: null, there are no items. Unit: ms since 1970. */
export function nextDueMs(run: WatchRun): number | null {
  return dueItems(run)[0]?.dueMs ?? null
}

/** Items of the list, which the file may have others of. Order: first due first. */
function dueItems({ file, items, clock }: WatchRun): readonly (DueItem & { readonly own: WatchedItem })[] {
  const known = new Set(file.listItems().map(({ key }) => key))
  const added = items.filter(({ key }) => !known.has(key))
  if (added.length > 0) file.addItems(added, clock.nowMs())
  const byKey = new Map(items.map((item) => [item.key, item]))
  return file.listItems().flatMap((due) => {
    const own = byKey.get(due.key)
    return own === undefined ? [] : [{ ...due, own }]
  })
}

/** How the looks of an interval went, and of those before. */
interface Window extends RunHealth {
  readonly sinceMs: number
  readonly looks: number
  readonly seen: number
}

const WINDOW = 'window'

class Round {
  private readonly run: WatchRun
  private looks = 0
  private seen = 0
  private readonly unseen: UnseenItem[] = []

  constructor(run: WatchRun) {
    this.run = run
  }

  get counts(): RoundCounts {
    return { looks: this.looks, seen: this.seen, unseen: this.unseen }
  }

  async lookAt(due: readonly (DueItem & { readonly own: WatchedItem })[], signal: AbortSignal): Promise<void> {
    const queue = new PQueue({ concurrency: this.run.jobs })
    const failure = new AbortController()
    const either = AbortSignal.any([signal, failure.signal])
    for (const { id, own } of due) {
      void queue.add(async () => {
        if (!either.aborted) await this.lookAtOne(id, own, either).catch((error: unknown) => failure.abort(error))
      })
    }
    await queue.onIdle()
    either.throwIfAborted()
  }

  private async lookAtOne(id: number, own: WatchedItem, signal: AbortSignal): Promise<void> {
    const { retriever, file, clock, plan, name, everyMs, delivery } = this.run
    const retrieval = await retriever.retrieve(own.request, signal)
    const found = 'error' in retrieval ? null : toSeen(own.request, retrieval)
    const state = file.stateOf(id)
    const drift = `drift ${own.request.params.domain}`
    const tallies = (file.valueOf(drift) as DriftTallies | undefined) ?? {}
    // A clock that was set back does not make looks of the past.
    const atMs = Math.max(clock.nowMs(), (state.lastMs ?? 0) + 1)
    const result = applyLook(plan, state, { atMs, seen: found?.seen ?? null }, { held: this.heldFields(tallies, atMs) })
    const { item, reference } = own
    const event = toWatchEvent(plan, { watch: name, item, reference, atMs }, result)
    const outcome = 'error' in retrieval ? retrieval.error : SEEN
    const window = this.nextWindow(found?.seen ?? null, atMs)
    const nextMs = nextLookMs(own.key, intervalOf(everyMs, window), atMs)
    const values = new Map<string, unknown>([
      [WINDOW, window],
      [drift, this.addDrift(own, tallies, result, atMs)],
    ])
    file.keepLook(id, { atMs, outcome, result, recordJson: found?.json ?? null, event, nextMs }, values)
    this.looks++
    if ('error' in retrieval) {
      const { error, reasonCode: reason, reason: message } = retrieval
      this.unseen.push({ name: own.name, item, reference, error, reason, message })
    } else this.seen++
    if (event === null) return
    // What was told must not be forgotten.
    await file.sync()
    await delivery.deliverNew(signal)
  }

  private nextWindow(seen: SeenRecord | null, atMs: number): Window {
    const { file, everyMs, say, items } = this.run
    const known = file.valueOf(WINDOW) as Window | undefined
    const window = known ?? { ...HEALTHY, sinceMs: atMs, looks: 0, seen: 0 }
    const counted = { ...window, looks: window.looks + 1, seen: window.seen + (seen === null ? 0 : 1) }
    const isRecovered = counted.isFailing && seen !== null
    if (!isRecovered && atMs < window.sinceMs + everyMs) return counted
    const { health, event } = afterRun(window, counted.seen > 0)
    if (event === 'watch.failing')
      say(`No record of ${items.length} items in ${health.failed} runs. They are looked at less often.`)
    if (event === 'watch.recovered') say('There are records again.')
    return { ...health, sinceMs: atMs, looks: 0, seen: 0 }
  }

  private heldFields(tallies: DriftTallies, atMs: number): HeldFields {
    const { paths } = this.run.plan.fields
    return heldFields(
      tallies,
      paths.map(({ text }) => text),
      atMs,
    )
  }

  /** The tallies with a look. Says which fields are held from now on. */
  private addDrift(own: WatchedItem, before: DriftTallies, result: LookResult, atMs: number): DriftTallies {
    const after = addDrift(before, result, atMs)
    const held = this.heldFields(before, atMs)
    const added = [...this.heldFields(after, atMs).keys()].filter((field) => !held.has(field))
    if (added.length > 0) {
      const { domain } = own.request.params
      this.run.say(`Many pages of ${domain} have another layout. Changes that come with it wait: ${added.join(', ')}.`)
    }
    return after
  }
}
