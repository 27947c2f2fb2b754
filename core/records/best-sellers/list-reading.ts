import type { Reading } from '../../field/reading.ts'
import type { Document } from '../../html/tree/node.ts'
import type { BestSellersMap } from './map.ts'
import type { Ranking } from './rankings.ts'
import type { BestSellers } from './schema.ts'

/** What a page says about its list. Absent: null or empty, it does not say. */
export interface ListValues extends Pick<BestSellers, 'title' | 'has_more' | 'categories' | 'lists'> {
  readonly list: Ranking | null
  readonly query: string | null
  readonly url: string | null
  readonly page: number | null
  /** Whether the list is that of free things. Absent: null, the page does not say. */
  readonly isFree: boolean | null
}

/** A page while the fields of its list are read. */
export type ListReading = Reading<ListValues, BestSellersMap, Document>
