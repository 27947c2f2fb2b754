import type { PageToPrint } from '../../record/simulated-record.ts'

/** A page of a list of reviews to print. */
export interface ReviewsPageRequest extends PageToPrint {
  readonly asin: string
  /** From 1. Default: 1. */
  readonly page?: number
  /** Order of the list. Default: `helpful`. */
  readonly sort?: ReviewSort
}

/** Orders of a list of reviews. */
export const REVIEW_SORTS = ['helpful', 'recent'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
