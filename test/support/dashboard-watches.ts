import { WATCH_EVENT_PREFIX, type NewWatchEvent } from '../../adapters/store/watches.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { WatchEntry } from '../../core/contract/index.ts'
import type { Caller } from '../contract/batch-calls.ts'
import { beginRun, commitLook, createWatch, findWatch, lookOf } from '../contract/watch-calls.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** References as hostile and as long as they may be. */
const REFERENCES = ['<img src=x onerror=alert(1)>', '書店の夜間カタログ'.repeat(12), 'متجر الكتب رقم ٧', '']

/** Looks at the first item, six hours apart: price, series, selector. null: the page could not be had. */
const LOOKS: readonly (readonly [price: number | null, series: number, winner: string] | null)[] = [
  [24.99, 1, '#corePrice_desktop .apexPriceToPay'],
  [24.99, 1, '#corePrice_desktop .apexPriceToPay'],
  [21.6, 1, '#corePrice_desktop .apexPriceToPay'],
  null,
  null,
  [21.6, 1, '#corePrice_desktop .apexPriceToPay'],
  [19.9, 2, '#corePrice_desktop .apexPriceToPay'],
  [21.6, 1, '#corePrice_desktop .apexPriceToPay'],
  [29, 1, '#twister .price[data-name="<b>"]'],
  [null, 1, ''],
]

const PLACES = ['', '10117 Berlin', '千代田区 東京都']

export interface FilledWatches {
  /** A watch with looks in two places, gaps, and values from two selectors. */
  readonly watch: string
  /** A watch that its caller has paused. */
  readonly paused: string
}

/** Fills a store with the watches of some days, which run no more before tomorrow. */
export async function fillWatches(store: Store, caller: Caller, nowMs: number): Promise<FilledWatches> {
  const startMs = nowMs - LOOKS.length * 6 * HOUR_MS
  const inputs = REFERENCES.map((reference, index) =>
    JSON.stringify({ query: `B0SHLF000${index}`, domain: 'de', ...(reference === '' ? {} : { reference }) }),
  )
  const watch = await createWatch(store, caller, 1, { inputs, createdAtMs: startMs })
  let last: readonly [price: number | null, series: number, winner: string] | null = null
  for (const [index, look] of LOOKS.entries()) {
    const atMs = startMs + index * 6 * HOUR_MS
    const [claimed] = await beginRun(store, caller, watch, [0], atMs)
    if (claimed === undefined) throw new Error('no item was claimed')
    const [price, series, winner] = look ?? [null, null, null]
    const isNew = look !== null && (last === null || price !== last[0] || series !== last[1])
    const point = { field: 'price', text: JSON.stringify([series, price, winner || null]) }
    const run = { value: price, sinceMs: atMs, count: 1, winner, isMissing: false }
    const state = { lastMs: atMs, count: 1, series: [{ number: series, values: { price: { run, rules: {} } } }] }
    await commitLook(
      store,
      caller,
      claimed,
      await lookOf(watch, 0, {
        atMs,
        isSeen: look !== null,
        text: JSON.stringify([look === null ? 'timeout' : 'seen', series, PLACES[series ?? 0], [], null]),
        points: isNew ? [point] : [],
        state: await packResult(JSON.stringify(state)),
        event: isNew && last !== null ? toEvent(watch.id, atMs, [last, look]) : null,
      }),
      atMs,
    )
    if (look !== null) last = look
  }
  const paused = await createWatch(store, caller, 2, { createdAtMs: startMs - 1000 })
  for (const { id } of [watch, paused]) {
    const { revision, control, itemCount } = await findWatch(store, { id })
    const isPaused = id === paused.id
    const due = Array.from({ length: itemCount }, (_, item) => [item, nowMs + DAY_MS] as const)
    const step = isPaused ? { control: { ...control, paused: 'caller' as const } } : {}
    await store.watches.step(id, revision, { ...step, due, nextRunMs: isPaused ? null : nowMs + DAY_MS }, nowMs)
  }
  return { watch: watch.id, paused: paused.id }
}

type Shown = readonly [price: number | null, series: number, winner: string]

function toEvent(watch: string, atMs: number, [before, after]: readonly [Shown, Shown]): NewWatchEvent {
  const at = new Date(atMs).toISOString()
  const isOtherPlace = before[1] !== after[1]
  const isNumber = before[0] !== null && after[0] !== null
  const change = {
    field: 'price',
    before: before[0],
    after: after[0],
    delta: isNumber ? (after[0] ?? 0) - (before[0] ?? 0) : null,
    percent: isNumber ? Math.round(((after[0] ?? 0) / (before[0] ?? 1) - 1) * 1000) / 10 : null,
    since: at,
    winner: after[2] || null,
    winner_before: before[2] || null,
    drift: before[2] !== after[2],
  }
  const entry: WatchEntry = {
    id: `${WATCH_EVENT_PREFIX}${atMs}`,
    event: 'watch.changed',
    watch,
    item: { query: 'B0SHLF0000', domain: 'de' },
    reference: REFERENCES[0] ?? null,
    at,
    rule: null,
    incomparable: isOtherPlace ? 'place' : null,
    changes: [],
    confirmed: isOtherPlace ? [] : [change],
  }
  return { id: entry.id, atMs, entry: JSON.stringify(entry), webhookUrl: null }
}
