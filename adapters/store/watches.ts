import { parseDuration, type WatchControl, type WatchTerms } from '../../core/index.ts'
import type { Delivery } from '../../core/policy/index.ts'
import type { BatchOwner, Claim, Idempotency, ItemCommit, Lease, NewBatch } from './batches.ts'
import type { Owned, OwnedPage } from './owned.ts'
import type { SecretOwners } from './stored-secrets.ts'

/** A watch without its items. */
export interface Watch extends Owned {
  readonly itemCount: number
  readonly terms: WatchTerms
  readonly control: WatchControl
  /** Rises with each step: of two processes that read the same one, one writes. */
  readonly revision: number
  /** When it is claimed next. Unit: ms since 1970. Absent: null, it is paused. */
  readonly nextRunMs: number | null
  /** Batch of the run in progress. Absent: null, none is. */
  readonly batchId: string | null
  /** Looks so far, those of them that saw a record, and credits that were charged. They only rise. */
  readonly looks: number
  readonly seen: number
  readonly credits: number
  /** When an item was last looked at. Unit: ms since 1970. Absent: null, there was no look. */
  readonly lastLookMs: number | null
  /** When it was last asked to deliver again, or for a sample. Unit: ms since 1970. Absent: null, never. */
  readonly redeliveredAtMs: number | null
}

export interface NewWatch extends Owned, Pick<Watch, 'terms' | 'control'> {
  /** Items as the client submitted them, each as JSON. All are due at once. Count: 1 to 1,000. */
  readonly inputs: readonly string[]
  /** Items that the workspace may watch with keys of this mode, these included. Absent: null, any number. */
  readonly maxItems: number | null
  /** Default: null. */
  readonly idempotency?: Idempotency | null | undefined
}

export interface CreatedWatch {
  readonly isNew: boolean
  readonly watch: Watch
}

/** An item of a watch. */
export interface WatchItem {
  /** Index, from 0. */
  readonly item: number
  /** As the client submitted it, as JSON. */
  readonly input: string
  /** When it is looked at next, while the watch runs. Unit: ms since 1970. */
  readonly dueMs: number
}

/** An item with what is known of it. */
export interface WatchItemState extends WatchItem, WatchedState {
  /** The last look, as `StoredLook.text`. Absent: null, there was no look. */
  readonly lastLook: string | null
}

/** What is known of an item, for the next look. */
export interface WatchedState {
  readonly input: string
  /** As `packResult` gives it. Absent: null, there was no look. */
  readonly state: Uint8Array | null
}

/** What happened, as `changes` lists it. */
export interface NewWatchEvent {
  /** A hash of what it says: an event that is added twice is there once. */
  readonly id: string
  readonly atMs: number
  /** JSON: what is listed, and sent. */
  readonly entry: string
  /** Where it is sent. Absent: null, nowhere. */
  readonly webhookUrl: string | null
}

export interface WatchEvent extends NewWatchEvent {
  readonly watchId: string
  /** Position among those of the watch, from 1. Positions rise, with gaps. */
  readonly sequence: number
  /** Absent: null, it is not sent. */
  readonly delivery: Delivery | null
}

/** A step of a watch: all that is given is written, or nothing. */
export interface WatchStep {
  readonly terms?: WatchTerms | undefined
  readonly control?: WatchControl | undefined
  /** Key that is charged from now on. */
  readonly keyId?: string | undefined
  readonly sealedSecret?: string | undefined
  /** null: events are no longer sent. */
  readonly webhookUrl?: string | null | undefined
  /** null: it is not claimed any more. */
  readonly nextRunMs?: number | null | undefined
  /** Items that are added, each as JSON. They are due at once. */
  readonly inputs?: readonly string[] | undefined
  /** Items that are looked at no more, by index. What was seen of them stays, and no later item has their index. */
  readonly removed?: readonly number[] | undefined
  /** When items are looked at next, by index. */
  readonly due?: readonly (readonly [item: number, dueMs: number])[] | undefined
  /** The batch of a run that begins. null: the run in progress has ended. */
  readonly batch?: NewBatch | null | undefined
  readonly events?: readonly NewWatchEvent[] | undefined
  readonly redeliveredAtMs?: number | undefined
}

/** A value of an item from a time on, without its field and time. As JSON: `[series, value, winner]`. */
interface KeptPoint {
  readonly field: string
  readonly text: string
}

/** A stored point. */
export interface StoredPoint {
  /** Unit: ms since 1970. */
  readonly atMs: number
  readonly text: string
}

/** A stored look. `text`: JSON, as `printLook` gives it. */
export interface StoredLook {
  readonly atMs: number
  readonly text: string
}

/** Looks that may not have seen a field. */
export interface UnseenLooks {
  /** `nextMs`: when the next look was, whatever it saw. Absent: null, there was none in the span. */
  readonly looks: readonly (StoredLook & { readonly nextMs: number | null })[]
  /** Time of the first look that was not compared. Absent: null, all of the span were. */
  readonly nextMs: number | null
}

/** All that a look changes besides the charge. */
export interface LookCommit {
  readonly watchId: string
  readonly item: number
  /** Later than that of the look before. Unit: ms since 1970. */
  readonly atMs: number
  readonly isSeen: boolean
  readonly text: string
  readonly points: readonly KeptPoint[]
  /** As `packResult` gives it. */
  readonly state: Buffer
  /** The record, as `packResult` gives it. Absent: null, nothing was seen. */
  readonly record: Buffer | null
  /** Whether the record stays when the next one comes. */
  readonly isChange: boolean
  /** A second look before the next regular one. Absent: null, there is none. Unit: ms since 1970. */
  readonly againMs: number | null
  /** Whether the watch is claimed soon after this run, though no item may be due. */
  readonly wakes: boolean
  readonly event: NewWatchEvent | null
}

/** The look at an item of a run. */
export interface RunLook {
  readonly watchId: string
  readonly item: number
  /** Times that work on it began, this one included, and did not end. */
  readonly deaths: number
}

/** What is known when a look is about to begin. */
export interface LookFacts {
  readonly watch: Watch
  readonly isKeyActive: boolean
  /** Inputs of the other items of the run that are being looked at, each as JSON. Empty, if the watch may spend any number of credits. */
  readonly others: readonly string[]
}

/** A span of time. Unit: ms since 1970. */
export interface Span {
  readonly fromMs: number
  /** Included. */
  readonly toMs: number
}

/** Bytes that a row takes besides its texts. */
export const WATCH_ROW_BYTES = 60

/** Least time between two runs of a watch: items that are due within it share a batch. Unit: ms. */
export const RUN_PAUSE_MS = 60_000

/** What is older is removed. Absent: null, nothing is. Unit: ms since 1970. */
export function keptFromMs({ keep }: Pick<WatchTerms, 'keep'>, nowMs: number): number | null {
  const keepMs = parseDuration(keep)
  return keepMs === null ? null : nowMs - keepMs
}

/**
 * Watches with their items, looks, points, records and events. A look is written once, in one step with its charge,
 * and belongs to an item of the batch of a run.
 */
export interface Watches extends SecretOwners {
  /**
   * Writes a watch with all of its items. Returns the earlier watch if the idempotency key was used before, and the watch
   * is still there. `idempotency_conflict`: the key was used with another body, or for something else.
   * `too_many_items`: the workspace would watch more items than `maxItems`.
   */
  create(watch: NewWatch): Promise<CreatedWatch | 'idempotency_conflict' | 'too_many_items'>
  /** Absent: null, no watch has this id, or it was removed. */
  find(watchId: string): Promise<Watch | null>
  /** Watches of a workspace from keys of one mode. Order: newest first. `after`: as for batches. */
  list(owner: BatchOwner, page: OwnedPage): Promise<readonly Watch[] | 'unknown_watch'>
  /** Items that a workspace watches with keys of a mode. */
  countItems(owner: BatchOwner): Promise<number>
  /** Items from an index on. Order: index. */
  listItems(watchId: string, from: number, limit: number): Promise<readonly WatchItem[]>
  /** Items from an index on, with what is known of them. Order: index. */
  listStates(watchId: string, from: number, limit: number): Promise<readonly WatchItemState[]>
  /** Items that are due. Order: index. */
  listDue(watchId: string, nowMs: number): Promise<readonly WatchItem[]>
  /** When the first of all items is due. Absent: null, there is no such watch. */
  firstDueMs(watchId: string): Promise<number | null>
  /** Claims watches that are due. Each is due again when the lease ends, unless a step says otherwise. */
  claimDue(most: number, lease: Lease): Promise<readonly Watch[]>
  /** Writes a step of a watch. False: it has another revision, or is gone; nothing is written. */
  step(watchId: string, revision: number, step: WatchStep, nowMs: number): Promise<boolean>
  /**
   * Begins a look of a run, if the watch is there and `mayBegin` agrees, in one step. Otherwise the item leaves the run
   * without a look and a charge, and is due. False: nothing is to be retrieved.
   */
  beginLook(claim: Claim, look: RunLook, mayBegin: (facts: LookFacts) => boolean, nowMs: number): Promise<boolean>
  /** Also one that was removed. Absent: null, there is no such item. */
  findItem(watchId: string, item: number): Promise<WatchedState | null>
  /**
   * Writes a look, its points, its event and its charge, and ends the reservation, in one step, as `Batches.commit`
   * does. The last look of a run removes its batch, and the watch is claimed again when its next item is due.
   */
  commitLook(result: ItemCommit, look: LookCommit, nowMs: number): Promise<'committed' | 'already_committed'>
  /** Points of a field, with the one that holds at the begin of the span. `most`: the first ones. Default: all. Order: time. */
  listPoints(watchId: string, item: number, field: string, span: Span, most?: number): Promise<readonly StoredPoint[]>
  /** Fields that have points. Order: name. */
  listFields(watchId: string, item: number): Promise<readonly string[]>
  /** Looks at an item. Order: time. */
  listLooks(watchId: string, item: number, span: Span): Promise<readonly StoredLook[]>
  /** The last looks at an item. Order: newest first. */
  listLastLooks(watchId: string, item: number, limit: number): Promise<readonly StoredLook[]>
  /** The first or the last look of a span. Absent: null, there is none. */
  findLook(watchId: string, item: number, span: Span, which: 'first' | 'last'): Promise<StoredLook | null>
  /**
   * Of the first `most` looks of a span, those that were not `seen`, or that may not have seen a field: its path is
   * somewhere in their text. Order: time.
   */
  listUnseen(watchId: string, item: number, path: string, span: Span, most: number): Promise<UnseenLooks>
  /** The record of a look, or the last one. As JSON. Absent: null, it is not kept. */
  readRecord(watchId: string, item: number, atMs: number | null): Promise<string | null>
  /** Events after a position. Order: as they happened. */
  listEvents(watchId: string, after: number, limit: number): Promise<readonly WatchEvent[]>
  /** Events before a position, or the last ones. Order: newest first. */
  listLastEvents(watchId: string, before: number | null, limit: number): Promise<readonly WatchEvent[]>
  /** Absent: null, no event has this id. */
  findEvent(eventId: string): Promise<WatchEvent | null>
  /** Makes events due again, beginning with the first attempt: those that failed, or the one that is named. Returns how many. */
  redeliver(watch: Watch, eventId: string | null, nowMs: number): Promise<number>
  /** Tallies of drift with a name, as JSON. Absent: null, there are none. */
  findDrift(name: string): Promise<string | null>
  /** Changes the tallies of drift with a name, one call after the other. A crash may lose the last changes. */
  changeDrift(name: string, change: (json: string | null) => string): Promise<void>
  /** All tallies of drift by name, as JSON. */
  readDrift(): Promise<ReadonlyMap<string, string>>
  /** Ends a watch: from now on, no watch has its id. What it has is removed by `forget`. False: there was none. */
  remove(watchId: string): Promise<boolean>
  /** Removes what is older than its watch keeps it, and what removed watches have left. Returns the number of removed rows. */
  forget(nowMs: number): Promise<number>
}

/** Start of the id of an event of a watch. */
export const WATCH_EVENT_PREFIX = 'wev_'
