import type { PageToPrint } from '../../record/simulated-record.ts'
import type { SearchSubject } from './truth/address.ts'
import type { SearchSort } from './truth/search-truth.ts'

/** A page of search results to print. */
export interface SearchPageRequest extends PageToPrint, SearchSubject {
  /** Starts at 1. */
  readonly page: number
  readonly sort: SearchSort
  /** Whether the search has no results. */
  readonly isEmpty: boolean
}
