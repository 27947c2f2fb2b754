import { WATCH_EVENT_PREFIX, type NewWatchEvent } from '../../adapters/store/watches.ts'
import { packResult } from '../../adapters/store/packed-result.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { WatchEntry } from '../../core/contract/index.ts'
import type { Caller } from '../contract/batch-calls.ts'
import { packRank, RANK_FIELD, toRankPoints } from '../../core/index.ts'
import { beginRun, commitLook, createWatch, findWatch, lookOf, toNewWatch } from '../contract/watch-calls.ts'

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

/** A rank of the days of a product that rises, of one that comes and goes, and of one that nobody finds. */
const RANKS: readonly (readonly [first: number, second: number | null])[] = [
  [12, null],
  [11, 30],
  [9, 28],
  [9, null],
  [4, 25],
  [5, 24],
]
const TRACK = { asins: ['B0SHLF0001', 'B0SHLF0002', 'B0SHLF0009'], brands: ['Linden', '書店'] }

/** Fills a store with a watch of two searches with ranks of some days. Gives its id. */
export async function fillRank(store: Store, caller: Caller, nowMs: number): Promise<string> {
  const startMs = nowMs - RANKS.length * DAY_MS
  const { terms } = toNewWatch(caller, 1)
  const inputs = ['electric kettle', '電気ケトル'].map((query) => JSON.stringify({ query, domain: 'com', pages: 2 }))
  const given = { inputs, createdAtMs: startMs, endpoint: 'market.search', terms: { ...terms, track: TRACK } } as const
  const watch = await createWatch(store, caller, 2, given)
  for (const [day, [one, other]] of RANKS.entries()) {
    const atMs = startMs + day * DAY_MS
    const [claimed] = await beginRun(store, caller, watch, [0], atMs)
    if (claimed === undefined) throw new Error('no item was claimed')
    const place = (asin: string, position: number | null) => {
      const page = position === null ? null : position > 20 ? 2 : 1
      return { asin, organic_position: position, sponsored_position: null, page, above: ['B0SHLF0007'] }
    }
    const products = TRACK.asins.map((asin, index) => place(asin, [one, other, null][index] ?? null))
    const brands = TRACK.brands.map((brand, index) => ({ brand, cards: 7 - index * 7 + day, top10_cards: index }))
    const rank = packRank({ first_page: 1, pages: 2, cards: 96, products, brands })
    const before = RANKS[day - 1]
    const moved = toRankPoints(
      {
        series: 1,
        changes:
          before === undefined
            ? []
            : [one, other].flatMap((after, index) => toChange(index, before[index], after, atMs)),
      },
      TRACK,
    )
    const points = [{ field: RANK_FIELD, series: 1, value: rank, winner: null }, ...moved]
    const look = await lookOf(watch, 0, {
      atMs,
      text: JSON.stringify(['seen', 1, null, [], null]),
      state: await packResult(JSON.stringify({ lastMs: atMs, count: 1, series: [] })),
      points: points.map(({ field, series, value, winner }) => ({
        field,
        text: JSON.stringify([series, value, winner]),
      })),
    })
    await commitLook(store, caller, claimed, look, atMs)
  }
  const { revision } = await findWatch(store, watch)
  const due = [0, 1].map((item) => [item, nowMs + DAY_MS] as const)
  await store.watches.step(watch.id, revision, { due, nextRunMs: nowMs + DAY_MS }, nowMs)
  return watch.id
}

function toChange(index: number, before: number | null | undefined, after: number | null, sinceMs: number) {
  if (before === undefined || before === after) return []
  return [{ field: `products[${TRACK.asins[index]}].organic_position`, before, after, sinceMs }]
}
