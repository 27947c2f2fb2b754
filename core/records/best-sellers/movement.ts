import { refusal } from '../../field/trace.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { parsePercentage } from './entry-list.ts'
import type { CardFields, CardReading } from './reading.ts'

const NO_RANKS = refusal('no sales rank')
const NO_CHANGE = refusal('no change in percent')

export const movement = {
  /**
   * Sales rank a day ago.
   *
   * Absent: the product had none.
   * Source: golden/best_sellers/com/movers-of-2019.
   */
  previous_rank: (field, reading) => field.derive('field: sales_rank', reading.once(readRanks)?.previous ?? null),

  /**
   * Sales rank now.
   *
   * Source: golden/best_sellers/com/movers-of-2019.
   */
  sales_rank: (_, reading) => reading.once(readRanks)?.now ?? null,

  /**
   * Change of the sales rank within a day.
   *
   * Unit: percent.
   * Source: golden/best_sellers/com/movers-of-2019.
   */
  rank_change_percentage: (field, reading) => {
    const change = field.part('shown').value((text) => parsePercentage(text) ?? NO_CHANGE, { isVisible: true })
    return change !== null && change > 0 && field.part('fall').existsIn(reading.scope) ? -change : change
  },
} satisfies Partial<CardFields>

/** "Sales rank: 5 (was 80)", in any language: the rank now comes first. The change in percent is not part of it. */
function readRanks(reading: CardReading): { readonly now: number; readonly previous: number | null } | null {
  const isPercentage = reading.field('rank_change_percentage').part('shown').matches
  return reading.field('sales_rank').value(
    (_, element) => {
      const text = reading.text.read(element, { skip: isPercentage })
      const [now, previous, ...more] = findNumbers(text).map(parseDecimal)
      if (!isRank(now) || more.length > 0) return NO_RANKS
      return { now, previous: isRank(previous) ? previous : null }
    },
    { isVisible: true },
  )
}

function isRank(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isInteger(value) && value > 0
}
