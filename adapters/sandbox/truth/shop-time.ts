import { roundTo } from '../locale/money-format.ts'
import { Random } from './random.ts'

/** The time of a simulated marketplace that moves: prices, stock, ranks and sellers follow from it. */
export interface ShopTime {
  /** Whole number of days since any day. */
  readonly day: number
  /** Day from which on pages have another layout, with the same values. Default: none. */
  readonly layoutDay?: number | undefined
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
  const factor = heldRandom(`price/${seed}`, time, 0.25).pick(PRICE_FACTORS)
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
