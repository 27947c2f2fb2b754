import { randomUUID } from 'node:crypto'
import PQueue from 'p-queue'
import { REFERENCE, type ErrorBody } from '../../../core/contract/index.ts'
import { readHolds, type DriftTallies } from '../../../core/index.ts'
import type { RunInput } from '../../work/watch/run-input.ts'
import { keyOf, planStep, type PlanDeps } from '../../work/watch/run-watches.ts'
import { isOfRun, workOnLook, type LookDeps, type RunItem } from '../../work/watch/work-on-look.ts'
import type { FailedRetrieval, Retriever } from '../../fetch/retriever.ts'
import type { PaidOutcome } from '../../fetch/paid-retrieval.ts'
import type { Claim } from '../../store/batches.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Watch, WatchItem } from '../../store/watches.ts'
import { scheduleOf } from '../../work/watch/watch-schedule.ts'
import { nameOf, parseInput, putWatch, type ItemIndexes, type WatchFile, type WatchPlanned } from './open-watch-file.ts'
import { Teller, type Audience } from './tell-events.ts'
import type { WatchClock } from './watch-clock.ts'

/** A watch that runs in this process. */
export interface WatchRun extends WatchPlanned, Audience {
  readonly file: WatchFile
  readonly retriever: Retriever
  readonly clock: WatchClock
  /** Items that are looked at at the same time. */
  readonly jobs: number
}

/** What a round of looks did. */
export interface RoundCounts {
  readonly looks: number
  readonly seen: number
  /** Order: as they were looked at. */
  readonly unseen: readonly UnseenItem[]
}

/** An item whose look saw no record, and why. */
interface UnseenItem {
  readonly name: string
  /** As it was listed. */
  readonly item: Readonly<Record<string, unknown>>
  readonly reference: string | null
  readonly error: ErrorBody['error']
  /** As `Svc-Reason` has it. Absent: null, nothing was retrieved. */
  readonly reason: FailedRetrieval['reasonCode'] | null
  /** The same for a person. */
  readonly message: string
}

/** Items that one claim takes. */
const MANY = 1_000_000
/** All claims end with the process, which waits for its own. Unit: ms. */
const LEASE_MS = 86_400_000

const ignore = (): void => undefined

/** Looks at the items of a list with the runs and looks of the service, in this process and for nothing. */
export class LocalWatch {
  private readonly run: WatchRun
  private readonly watchId: string
  private readonly watches: PlanDeps['store']['watches']
  private readonly teller: Teller
  private readonly deps: LookDeps

  private constructor(run: WatchRun, watchId: string, listed: ItemIndexes) {
    const { file, clock, retriever, contract, say } = run
    const { store } = file
    const epochMs = (): number => clock.nowMs()
    this.run = run
    this.watchId = watchId
    this.watches = onlyListed(run, listed)
    this.teller = new Teller({ ...run, store, watchId, epochMs, itemCount: listed.size })
    this.deps = {
      // A file of one's own has the limits of its disk.
      store: {
        ...store,
        storage: { usage: async () => ({ bytes: 0, maxBytes: Infinity }), hasRoom: async () => true },
      },
      contract,
      retrievers: { live: retriever, test: retriever },
      metrics: { countRetrieval: ignore, countCredits: ignore, countLook: ignore },
      log: { error: (facts: unknown, message = '') => say(`${message}: ${String((facts as { err?: unknown }).err)}`) },
      epochMs,
    }
  }

  /** Begins the watch of a list in a file, or goes on with it. Rejects: with a `StoreError`. */
  static async begin(run: WatchRun): Promise<LocalWatch> {
    const { watchId, listed } = await putWatch(run.file, run, run.clock.nowMs())
    return new LocalWatch(run, watchId, listed)
  }

  /** Runs until the signal is aborted: a round whenever an item is due. Rejects: as `runRound`. */
  async runForever(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.runRound(signal)
      const nextMs = await this.nextDueMs()
      if (nextMs === null) return
      await this.run.clock.sleepUntil(nextMs, signal)
    }
  }

  /** When the next look is. Absent: null, there are no items. Unit: ms since 1970. */
  nextDueMs(): Promise<number | null> {
    return this.watches.firstDueMs(this.watchId)
  }

  /** Looks at all items that are due, and tells what there is to tell. Rejects: with the reason of the signal; with a `StoreError`. */
  async runRound(signal: AbortSignal): Promise<RoundCounts> {
    await this.teller.beginRound(signal)
    const held = await this.readHeld()
    const outcomes = [...(await this.resume(signal))]
    await this.plan(this.watches)
    outcomes.push(...(await this.lookAtAll(await this.claim(), signal)))
    const { control, seen } = await this.find()
    // The first success ends a failure at once, and what was to wait longer is due sooner.
    const nothingDue = { ...this.watches, listDue: async () => [] }
    if (control.health.isFailing && seen > control.seenBefore) await this.plan(nothingDue)
    await this.sayHeld(held)
    await this.teller.tellNew(signal)
    const unseen = outcomes.filter((one) => one !== null)
    return { looks: outcomes.length, seen: outcomes.length - unseen.length, unseen }
  }

  /** Makes the looks that an earlier process has begun. They are late: none of them is due for the time since. */
  private async resume(signal: AbortSignal): Promise<readonly (UnseenItem | null)[]> {
    const { store } = this.run.file
    const [watch, nowMs] = [await this.find(), this.run.clock.nowMs()]
    if (watch.batchId === null) return []
    const left = await store.batches.reclaim('test', MANY, { nowMs, leaseMs: LEASE_MS })
    const claims = [...left, ...(await this.claim())].filter(({ batchId }) => batchId === watch.batchId)
    const schedule = await scheduleOf(watch.terms, nowMs)
    const items = await Promise.all(claims.map((claim) => store.batches.findItem(claim)))
    const due = items.flatMap((one) => {
      if (one === null) return []
      const { item } = JSON.parse(one.input) as RunInput
      return [[item, schedule.nextMs(keyOf(watch, item), watch.control.health)] as const]
    })
    await store.watches.step(watch.id, watch.revision, { due }, nowMs)
    return await this.lookAtAll(claims, signal)
  }

  private async plan(watches: PlanDeps['store']['watches']): Promise<void> {
    const { file, contract, clock } = this.run
    const [watch, nowMs] = [await this.find(), clock.nowMs()]
    const deps = { store: { ...file.store, watches }, contract, newId: randomUUID }
    await file.store.watches.step(watch.id, watch.revision, await planStep(watch, nowMs, deps), nowMs)
  }

  /** Claims the items of the run that has begun. */
  private async claim(): Promise<readonly Claim[]> {
    const { file, clock } = this.run
    const { batchId } = await this.find()
    if (batchId === null) return []
    const lease = { nowMs: clock.nowMs(), leaseMs: LEASE_MS }
    const run = { mode: 'test', intervalMs: 0, maxItems: MANY } as const
    const { claims } = await file.store.batches.claimRun(run, lease)
    return claims.filter((claim) => claim.batchId === batchId)
  }

  /** What of each was not seen. null: it was seen. */
  private async lookAtAll(claims: readonly Claim[], signal: AbortSignal): Promise<readonly (UnseenItem | null)[]> {
    const queue = new PQueue({ concurrency: this.run.jobs })
    const failure = new AbortController()
    const either = AbortSignal.any([signal, failure.signal])
    const outcomes: (UnseenItem | null)[] = []
    const lookAt = async (claim: Claim): Promise<void> => {
      const item = await this.run.file.store.batches.findItem(claim)
      if (item === null || !isOfRun(item)) return
      outcomes.push(this.toUnseen(item, await workOnLook(claim, item, this.deps, either)))
      await this.teller.tellNew(either)
    }
    for (const claim of claims) {
      void queue.add(async () => {
        if (!either.aborted) await lookAt(claim).catch((error: unknown) => failure.abort(error))
      })
    }
    await queue.onIdle()
    either.throwIfAborted()
    return outcomes
  }

  private toUnseen({ endpoint, input: text }: RunItem, outcome: PaidOutcome): UnseenItem | null {
    if (outcome.ok) return null
    const { reference = null, input } = JSON.parse(text) as RunInput
    const request = parseInput(this.run.contract, endpoint, JSON.stringify(input))
    return {
      name: request === null ? JSON.stringify(input) : nameOf(request),
      item: reference === null ? input : { ...input, [REFERENCE]: reference },
      reference,
      error: outcome.error.error,
      reason: outcome.retrieval?.reasonCode ?? null,
      message: outcome.retrieval?.reason ?? 'not retrieved',
    }
  }

  /** Fields whose changes wait, because many pages have another layout, by record and marketplace. */
  private async readHeld(): Promise<ReadonlyMap<string, readonly string[]>> {
    const tallies = await this.run.file.store.watches.readDrift()
    const nowMs = this.run.clock.nowMs()
    return new Map(
      [...tallies].map(([name, json]) => [name, [...readHolds(JSON.parse(json) as DriftTallies, nowMs).keys()]]),
    )
  }

  /** Says which fields wait that did not before. */
  private async sayHeld(before: ReadonlyMap<string, readonly string[]>): Promise<void> {
    for (const [name, fields] of await this.readHeld()) {
      const added = fields.filter((field) => before.get(name)?.includes(field) !== true)
      const [, domain = ''] = name.split(' ')
      if (added.length > 0)
        this.run.say(
          `Many pages of ${domain} have another layout. Changes that come with it wait: ${added.join(', ')}.`,
        )
    }
  }

  private async find(): Promise<Watch> {
    const watch = await this.run.file.store.watches.find(this.watchId)
    if (watch === null) throw new StoreError('unknown_watch', 'The watch was removed from its file.')
    return watch
  }
}

/** The watch of the file as if it had the items of the list alone, and those as the list has them. */
function onlyListed({ file: { store } }: WatchRun, listed: ItemIndexes): PlanDeps['store']['watches'] {
  const { watches } = store
  const only = (items: readonly WatchItem[]): readonly WatchItem[] =>
    items.flatMap((one) => {
      const input = listed.get(one.item)
      return input === undefined ? [] : [{ ...one, input }]
    })
  const listItems: typeof watches.listItems = async (...page) => only(await watches.listItems(...page))
  return {
    listItems,
    listDue: async (watchId, nowMs) => only(await watches.listDue(watchId, nowMs)),
    firstDueMs: async (watchId) => {
      const items = await listItems(watchId, 0, Number.MAX_SAFE_INTEGER)
      return items.length === 0 ? null : items.reduce((least, { dueMs }) => Math.min(least, dueMs), Infinity)
    },
  }
}
