import type { BestSellers, Entry } from '../../../../../core/index.ts'
import type { BestSellersPageRequest } from './page-request.ts'

/** Layouts of lists: how the tree, the tabs and the labels are marked up. */
export const LIST_LAYOUTS = ['2022', '2026'] as const
/** A layout of a list. */
export type ListLayout = (typeof LIST_LAYOUTS)[number]

/** A simulated page of a list, and the record that the extraction must read from it. */
export interface ListTruth {
  readonly request: Omit<BestSellersPageRequest, 'weight'>
  readonly layout: ListLayout
  /** What is read of the page alone: the last entries are not complete. */
  readonly record: BestSellers
  /** All entries with everything that their cards show. Order: as in `record`. */
  readonly whole: readonly Entry[]
  /** Names of pictures, by ASIN. */
  readonly pictures: ReadonlyMap<string, string>
  /** Whether the later cards never come. */
  readonly withholdsRest: boolean
}

/** Cards that a page shows. */
export const SHOWN_CARDS = 30
/** Cards of a list on the page of the root, and the entries that it names. */
export const ROOT_CARDS = 6
export const ROOT_ENTRIES = 20
