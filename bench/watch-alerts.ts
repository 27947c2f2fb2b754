import { extractPage } from '../adapters/pages/index.ts'
import { requireMarketplace } from '../adapters/require-marketplace.ts'
import { generateProduct, renderProduct } from '../adapters/sandbox/index.ts'
import { Random } from '../adapters/sandbox/truth/random.ts'
import {
  addDrift,
  applyLook,
  DEFAULT_RECORD,
  heldFields,
  NEW_WATCH_STATE,
  nextLookMs,
  planWatch,
  type ConfirmedChange,
  type DriftTallies,
  type SeenRecord,
  type WatchPlan,
  type WatchState,
} from '../core/index.ts'
import { DAY_MS, shopTimeAt, START_MS, type SimulatedItem } from '../test/support/simulated-watch.ts'

/** What the watches of a bench saw and said. */
export interface AlertCounts {
  looks: number
  refused: number
  /** Looks at pages without a part that they have. */
  broken: number
  alerts: number
  /** Alerts of changes that did not happen at the shop. */
  falseAlerts: number
  /** Changes at the shop that nobody was told of, and how many there were: without those of the last two days. */
  missed: number
  changes: number
  /** Fields that were held, by marketplace. */
  readonly held: Set<string>
  /** Examples of false alerts, and of values that are not known. */
  readonly examples: string[]
}

export interface AlertOptions {
  readonly days: number
  readonly everyMs: number
  /** Day on which all layouts change. */
  readonly layoutDay: number
  /** Shares of the looks. */
  readonly refused: number
  readonly broken: number
}

const STEP_MS = 10 * 60_000

interface Watched {
  readonly item: SimulatedItem
  readonly random: Random
  state: WatchState
  dueMs: number
  /** The page of a day. */
  page: { readonly day: number; readonly seen: SeenRecord } | null
  /** The values that it told last, by field. */
  readonly told: Map<string, unknown>
}

function requirePlan(): WatchPlan {
  const planned = planWatch(DEFAULT_RECORD)
  if (!planned.ok) throw new Error(JSON.stringify(planned.details))
  return planned.plan
}

/** Looks at simulated pages through the pure core alone, in the order of time, and compares every alert with the shop. */
export function countAlerts(items: readonly SimulatedItem[], options: AlertOptions): AlertCounts {
  const { days, everyMs, layoutDay } = options
  const plan = requirePlan()
  const tallies = new Map<string, DriftTallies>()
  const fields = plan.fields.paths.map(({ text }) => text)
  const counts: AlertCounts = {
    looks: 0,
    refused: 0,
    broken: 0,
    alerts: 0,
    falseAlerts: 0,
    missed: 0,
    changes: 0,
    held: new Set(),
    examples: [],
  }
  const watches = items.map((item): Watched => {
    const dueMs = nextLookMs(item.key, everyMs, START_MS)
    return { item, random: new Random(`looks/${item.key}`), state: NEW_WATCH_STATE, dueMs, page: null, told: new Map() }
  })
  for (let atMs = START_MS; atMs < START_MS + days * DAY_MS; atMs += STEP_MS) {
    for (const watch of watches) {
      if (watch.dueMs > atMs) continue
      const { domain } = watch.item
      const held = heldFields(tallies.get(domain) ?? {}, fields, atMs)
      const seen = look(watch, atMs, layoutDay, options, counts)
      const result = applyLook(plan, watch.state, { atMs, seen }, { held })
      watch.state = result.state
      watch.dueMs = result.againMs ?? nextLookMs(watch.item.key, everyMs, atMs)
      tallies.set(domain, addDrift(tallies.get(domain) ?? {}, result, atMs))
      for (const field of held.keys()) counts.held.add(`${domain} ${field}`)
      for (const { change } of result.alerts) check(watch, change, counts)
    }
  }
  for (const watch of watches) countMissed(watch, plan, days, counts)
  return counts
}

/** What a look sees: the page of the day, a refusal, or a page without a part. */
function look(
  watch: Watched,
  atMs: number,
  layoutDay: number,
  { refused, broken }: AlertOptions,
  counts: AlertCounts,
): SeenRecord | null {
  counts.looks++
  const chance = watch.random.next()
  if (chance < refused) {
    counts.refused++
    return null
  }
  const seen = pageOf(watch, atMs, layoutDay)
  if (chance > 1 - broken) {
    counts.broken++
    const { price: _, ...winners } = seen.winners ?? {}
    return { ...seen, record: { ...seen.record, price: null, price_buybox: null }, winners }
  }
  return seen
}

function pageOf(watch: Watched, atMs: number, layoutDay: number): SeenRecord {
  const time = shopTimeAt(atMs, layoutDay)
  if (watch.page?.day === time.day) return watch.page.seen
  const { domain } = requireMarketplace(watch.item.domain)
  const seen = extractPage(renderProduct(generateProduct({ asin: watch.item.name, domain, time })), { domain })
  watch.page = { day: time.day, seen }
  return seen
}

/** A value of the shop, whatever the layout of its pages. */
function truthOf({ item }: Watched, field: string, atMs: number): unknown {
  const { record } = generateProduct({ asin: item.name, domain: item.domain, time: shopTimeAt(atMs) })
  let value: unknown = record
  for (const name of field.match(/[a-z_]+|\d+/g) ?? [])
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return value ?? null
}

/** An alert is false when the shop did not have the value, or had it before. */
function check(watch: Watched, { field, before, after, sinceMs }: ConfirmedChange, counts: AlertCounts): void {
  counts.alerts++
  const truth = truthOf(watch, field, sinceMs)
  watch.told.set(field, after)
  if (truth === after && before !== after) return
  counts.falseAlerts++
  if (counts.examples.length < 5)
    counts.examples.push(`false ${JSON.stringify([watch.item.name, field, before, after, truth, sinceMs])}`)
}

/** The values that a watch should know by now, and does not. */
function countMissed(watch: Watched, plan: WatchPlan, days: number, counts: AlertCounts): void {
  for (const { text } of plan.fields.paths) {
    const daily = Array.from({ length: days - 2 }, (_, day) => truthOf(watch, text, START_MS + day * DAY_MS))
    counts.changes += daily.filter((value, day) => day > 0 && value !== daily[day - 1]).length
    const isStill =
      new Set([
        daily.at(-1),
        truthOf(watch, text, START_MS + (days - 2) * DAY_MS),
        truthOf(watch, text, START_MS + (days - 1) * DAY_MS),
      ]).size === 1
    const known = watch.told.has(text) ? watch.told.get(text) : daily[0]
    // Of "Only 3 left", the number is no change.
    const norm = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\d+/g, '0') : value)
    if (isStill && norm(known) !== norm(daily.at(-1))) {
      counts.missed++
      if (counts.examples.length < 8)
        counts.examples.push(`missed ${JSON.stringify([watch.item.name, text, known, daily.at(-1)])}`)
    }
  }
}
