import { roundTo } from '../locale/money-format.ts'
import { Random } from './random.ts'

/** The time of a simulated marketplace that moves: prices, stock, ranks and sellers follow from it. */
export interface ShopTime {
  /** Whole number of days since any day. */
  readonly day: number
  /** Day from which on pages have another layout, with the same values. Default: none. */
  readonly layoutDay?: number | undefined
  /** Whether each day has another price, and each fourth one no offer. Default: false, they change by chance. */
  readonly isUnsteady?: boolean | undefined
}

/** Half an hour of a page that moves by the clock is a day of the marketplace: a watch looks again after 10 minutes before a change counts. Unit: ms. */
const MOVING_DAY_MS = 30 * 60_000

/** The time of a page that moves by the clock. */
export function movingTime(epochMs: number): ShopTime {
  return { day: Math.floor(epochMs / MOVING_DAY_MS), isUnsteady: true }
}

/** Whether a marketplace has no offer on a day. */
export function isSoldOut({ day, isUnsteady = false }: ShopTime): boolean {
  return isUnsteady && day % 4 === 3
}

/** The longest time that a value stays the same. Unit: days. */
const LONGEST_DAYS = 60

/** The last day up to `day` on which something changed. `chance`: of a change on any day. */
function lastChange(seed: string, { day }: ShopTime, chance: number): number {
  for (let back = 0; back < LONGEST_DAYS; back++) {
    if (new Random(`${seed}/change/${day - back}`).chance(chance)) return day - back
  }
  return Math.floor(day / LONGEST_DAYS) * LONGEST_DAYS - LONGEST_DAYS
}

/** Random numbers that are the same until something changes. */
export function heldRandom(seed: string, time: ShopTime, chance: number): Random {
  return new Random(`${seed}/since/${lastChange(seed, time, chance)}`)
}

const PRICE_FACTORS = [0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25]

/** Facts of a listing that move. */
interface MovingFacts {
  readonly asin: string
  readonly price: number | null
  readonly price_strikethrough: number | null
  readonly currency: string
  readonly rating: number | null
  readonly reviews_count: number
}

/** A listing on a day: its price, its struck price and its ratings move. */
export function moveListing<Listing extends MovingFacts>(listing: Listing, domain: string, time: ShopTime): Listing {
  const { asin, price, price_strikethrough: struck, currency, rating, reviews_count } = listing
  const seed = `${domain}/${asin}`
  const held = heldRandom(`price/${seed}`, time, 0.25).pick(PRICE_FACTORS)
  const factor = time.isUnsteady === true ? (PRICE_FACTORS[time.day % PRICE_FACTORS.length] ?? held) : held
  const moved = price === null ? null : roundTo(price * factor, currency)
  const step = heldRandom(`rating/${seed}`, time, 0.05).pick([-1, 0, 1])
  return {
    ...listing,
    price: moved,
    price_strikethrough: struck === null || moved === null ? struck : roundTo(moved * 1.3, currency),
    rating: rating === null ? null : Math.min(50, Math.max(10, Math.round(rating * 10) + step)) / 10,
    reviews_count: rating === null ? reviews_count : reviews_count + (Math.abs(Math.floor(time.day / 3)) % 1000),
  }
}

/** A rank on a day: it moves every day. `index`: of the rank on its page. */
export function moveRank(rank: number, index: number, asin: string, { day }: ShopTime): number {
  const factor = 0.8 + new Random(`rank/${asin}/${index}/${day}`).next() * 0.45
  return Math.max(1, Math.round(rank * factor))
}

/** Whether pages have their other layout on a day. */
export function hasOtherLayout({ day, layoutDay }: ShopTime): boolean {
  return layoutDay !== undefined && day >= layoutDay
}
