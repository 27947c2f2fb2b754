import type { Ranking } from '../../../../../core/index.ts'
import type { PageToPrint } from '../../../record/simulated-record.ts'

/** A page of a list of best sellers to print, or the part of it that a page loads later. */
export interface BestSellersPageRequest extends PageToPrint {
  readonly list: Ranking
  /** "" is the root. */
  readonly alias: string
  /** Absent: null, the category is a whole department. */
  readonly node: string | null
  /** From 1. */
  readonly page: number
  /** Whether the list is that of free things. */
  readonly isFree: boolean
  /** Indexes of the entries whose cards are asked for. Absent: null, the whole page is. */
  readonly part: readonly number[] | null
}
