import assert from 'node:assert/strict'
import {
  applyLook,
  definitions,
  emptyProduct,
  NEW_WATCH_STATE,
  planWatch,
  type ApplyOptions,
  type LookResult,
  type Product,
  type SeenRecord,
  type WatchInput,
  type WatchPlan,
  type WatchState,
} from '../../core/index.ts'

export const HOUR_MS = 3_600_000
export const START_MS = Date.UTC(2026, 0, 1)

/** A product that nobody prints. */
export const PLAIN: Product = {
  ...emptyProduct,
  asin: 'B0SHLF0001',
  asin_in_url: 'B0SHLF0001',
  url: 'https://www.amazon.de/dp/B0SHLF0001',
  page_type: 'product',
  title: 'Paper',
  product_name: 'Paper',
  currency: 'EUR',
  price: 20,
}

/** A record with a price, whose selector is known. */
export function priced(price: number | null, winner = '#price', fields: Partial<Product> = {}): SeenRecord {
  const record = { ...PLAIN, price, ...fields }
  return { kind: 'product', domain: 'de', record, winners: price === null ? {} : { price: winner } }
}

/** A plan that must be right. */
export function requirePlan(input: WatchInput): WatchPlan {
  const planned = planWatch(definitions.product, input)
  assert.ok(planned.ok, JSON.stringify(planned))
  return planned.plan
}

/** What each look gave. `everyMs`: between two looks. */
export function lookAll(
  plan: WatchPlan,
  seen: readonly (SeenRecord | null)[],
  everyMs = HOUR_MS,
  start: WatchState = NEW_WATCH_STATE,
  options: ApplyOptions = {},
): LookResult[] {
  let state = start
  const first = (start.lastMs ?? START_MS - everyMs) + everyMs
  return seen.map((record, index) => {
    const result = applyLook(plan, state, { atMs: first + index * everyMs, seen: record }, options)
    state = result.state
    return result
  })
}
