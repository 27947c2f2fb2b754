import * as v from 'valibot'
import {
  REFERENCE,
  toTimestamp,
  WATCH_STATUSES,
  type Rank,
  type Series,
  type WatchChanges,
  type WatchHead,
} from '../../../core/contract/index.ts'
import { isOfRank, type SeenValue, type WatchState } from '../../../core/index.ts'
import type { KeyMode } from '../../../core/policy/index.ts'
import type { OwnedPage } from '../../store/owned.ts'
import { unpackResult } from '../../store/packed-result.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Store } from '../../store/store.ts'
import type { Watch, WatchItem } from '../../store/watches.ts'
import { describeUntracked, readRank } from '../../work/rank/read-rank.ts'
import { readSeries } from '../../work/watch/read-series.ts'
import { pageOf } from '../route/page-of-batches.ts'
import { printChange, printWatchHead } from '../route/print-watch.ts'
import { CommandError } from './command-error.ts'
import { batchId, define, id, READS, time, type CommandContext } from './define-command.ts'

/** A watch of any workspace. */
export interface AdminWatch extends WatchHead {
  readonly workspace_id: string
  /** Key that is charged. */
  readonly key_id: string
  readonly kind: KeyMode
  /** Its first item as it was submitted. */
  readonly first_item: Readonly<Record<string, unknown>>
}

/** A page of the watches of a workspace. Order: newest first. */
export interface AdminWatchPage {
  readonly watches: readonly AdminWatch[]
  /** `after` of the next page. null: this is the last one. */
  readonly next: string | null
}

/** An item of a watch, and what it showed last. */
export interface AdminWatchItem {
  readonly index: number
  /** As it was submitted. */
  readonly input: Readonly<Record<string, unknown>>
  readonly reference: string | null
  readonly next_look_at: string
  /** null: there was no look yet. */
  readonly last_look_at: string | null
  /** The first values that the last look has shown, by path. */
  readonly values: readonly { readonly field: string; readonly value: SeenValue }[]
}

export interface AdminWatchItemPage {
  readonly items: readonly AdminWatchItem[]
  /** `from` of the next page. null: this is the last one. */
  readonly next: number | null
}

export interface AdminChange {
  /** Position among the events of the watch. */
  readonly sequence: number
  readonly change: WatchChanges['changes'][number]
}

export interface AdminSeries extends Series {
  /** Paths that have values. A request names one of them. */
  readonly fields: readonly string[]
}

const MAX_PAGE = 100
/** Values of an item that a page of items has. */
const MAX_VALUES = 8

const watch = batchId
const limit = v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PAGE)), 20)
const index = v.pipe(v.number(), v.integer(), v.minValue(0))

export const WATCH_COMMANDS = {
  'watches.list': define(
    'List the watches of a workspace, newest first, a page at a time.',
    v.strictObject({
      workspace: id,
      kind: v.picklist(['live', 'test']),
      state: v.exactOptional(v.picklist(WATCH_STATUSES)),
      after: v.exactOptional(watch),
      limit,
    }),
    listWatches,
    { ...READS, followMs: 2000 },
  ),
  'watches.read': define(
    'Read a watch, without its items.',
    v.strictObject({ watch }),
    async (store, input) => printWatch(store, await requireWatch(store, input.watch)),
    { ...READS, followMs: 2000 },
  ),
  'watches.items': define(
    'Read the items of a watch with what they showed last, a page at a time.',
    v.strictObject({ watch, from: v.exactOptional(index, 0), limit }),
    readItems,
    READS,
  ),
  'watches.changes': define(
    'Read what has changed, newest first, a page at a time.',
    v.strictObject({ watch, before: v.exactOptional(index), limit }),
    readChanges,
    READS,
  ),
  'watches.series': define(
    'Read the values of a field of an item over time. `field`: by default, the first that has values.',
    v.strictObject({
      watch,
      item: index,
      field: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
      from: v.exactOptional(time),
      to: v.exactOptional(time),
    }),
    readFieldSeries,
    READS,
  ),
  'watches.rank': define(
    'Read the rank of what a watch tracks in one of its searches over time.',
    v.strictObject({ watch, item: index, from: v.exactOptional(time), to: v.exactOptional(time) }),
    readItemRank,
    READS,
  ),
} as const

interface ListInput {
  readonly workspace: string
  readonly kind: KeyMode
  readonly state?: WatchHead['status']
  readonly after?: string
  readonly limit: number
}

async function listWatches(store: Store, input: ListInput): Promise<AdminWatchPage> {
  const { workspace: workspaceId, kind: mode, state, after, limit: most } = input
  const isWanted = state === undefined ? undefined : (one: Watch) => printWatchHead(one).status === state
  const list = (part: OwnedPage) => store.watches.list({ workspaceId, mode }, part)
  const page = await pageOf(list, { after, limit: most, isWanted })
  if (page === null) return unknownWatch(after ?? '')
  return { watches: await Promise.all(page.entries.map((one) => printWatch(store, one))), next: page.next }
}

async function requireWatch({ watches }: Store, watchId: string): Promise<Watch> {
  return (await watches.find(watchId)) ?? unknownWatch(watchId)
}

/** Throws: `unknown_watch`. */
function unknownWatch(watchId: string): never {
  throw new StoreError('unknown_watch', `There is no watch ${watchId}.`)
}

async function printWatch({ watches }: Store, one: Watch): Promise<AdminWatch> {
  const [first] = await watches.listItems(one.id, 0, 1)
  return {
    ...printWatchHead(one),
    workspace_id: one.workspaceId,
    key_id: one.keyId,
    kind: one.mode,
    first_item: first === undefined ? {} : parseInput(first),
  }
}

function parseInput({ input }: Pick<WatchItem, 'input'>): Readonly<Record<string, unknown>> {
  return JSON.parse(input) as Readonly<Record<string, unknown>>
}

interface ItemsInput {
  readonly watch: string
  readonly from: number
  readonly limit: number
}

async function readItems(store: Store, { watch: watchId, from, limit: most }: ItemsInput): Promise<AdminWatchItemPage> {
  await requireWatch(store, watchId)
  const found = await store.watches.listItems(watchId, from, most + 1)
  return {
    items: await Promise.all(found.slice(0, most).map((item) => printItem(store, watchId, item))),
    next: found.length > most ? from + most : null,
  }
}

async function printItem({ watches }: Store, watchId: string, item: WatchItem): Promise<AdminWatchItem> {
  const known = await watches.findItem(watchId, item.item)
  const packed = known?.state ?? null
  const state = packed === null ? null : (JSON.parse(await unpackResult(packed)) as WatchState)
  const { [REFERENCE]: reference, ...input } = parseInput(item)
  const values = Object.entries(state?.series[0]?.values ?? {}).filter(([field]) => !isOfRank(field))
  return {
    index: item.item,
    input,
    reference: typeof reference === 'string' ? reference : null,
    next_look_at: toTimestamp(item.dueMs),
    last_look_at: state === null || state.lastMs === null ? null : toTimestamp(state.lastMs),
    values: values.slice(0, MAX_VALUES).map(([field, { run }]) => ({ field, value: run.value })),
  }
}

interface ChangesInput {
  readonly watch: string
  readonly before?: number
  readonly limit: number
}

/** Order: newest first. `next`: `before` of the next page; null: this is the last one. */
async function readChanges(
  store: Store,
  { watch: watchId, before, limit: most }: ChangesInput,
): Promise<{ readonly changes: readonly AdminChange[]; readonly next: number | null }> {
  await requireWatch(store, watchId)
  const found = await store.watches.listLastEvents(watchId, before ?? null, most + 1)
  const shown = found.slice(0, most)
  return {
    changes: shown.map((event) => ({ sequence: event.sequence, change: printChange(event) })),
    next: found.length > most ? (shown.at(-1)?.sequence ?? null) : null,
  }
}

interface SeriesInput {
  readonly watch: string
  readonly item: number
  readonly field?: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

async function readFieldSeries(
  store: Store,
  { watch: watchId, item, field, from, to }: SeriesInput,
  { nowMs }: CommandContext,
): Promise<AdminSeries> {
  const { span } = await requireSpan(store, { watch: watchId, item, from, to }, nowMs)
  const fields = (await store.watches.listFields(watchId, item)).filter((name) => !isOfRank(name))
  const asked = field ?? fields[0] ?? ''
  return { ...(await readSeries(store.watches, { ...span, field: asked })), fields }
}

async function readItemRank(store: Store, input: Omit<SeriesInput, 'field'>, { nowMs }: CommandContext): Promise<Rank> {
  const { found, span } = await requireSpan(store, input, nowMs)
  const { track = null } = found.terms
  if (track === null) throw new CommandError('invalid_input', `watch: ${describeUntracked(found.endpoint)}`)
  return await readRank(store.watches, { ...span, track })
}

/** An item and a span of time, checked. */
async function requireSpan(
  store: Store,
  { watch: watchId, item, from, to }: Omit<SeriesInput, 'field'>,
  nowMs: number,
) {
  const found = await requireWatch(store, watchId)
  if ((await store.watches.findItem(watchId, item)) === null) {
    throw new CommandError('invalid_input', 'item: must be that of an item of the watch')
  }
  const [fromMs, toMs] = [from ?? found.createdAtMs, to ?? nowMs]
  if (fromMs > toMs) throw new CommandError('invalid_input', 'to: must not be before from')
  return { found, span: { watchId, item, fromMs, toMs } }
}
