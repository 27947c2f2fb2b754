import { printSearchConditions, type SearchCondition } from './conditions.ts'

/** What a search page is of. */
export interface SearchSubject {
  /** Empty: all products of a node or a seller. */
  readonly query: string
  /** Absent: null, of all sellers. */
  readonly seller: string | null
  readonly conditions: readonly SearchCondition[]
}

/** Path and query of a search, without a page number and without tracking. */
export function searchPath({ query, seller, conditions }: SearchSubject): string {
  const values = [
    ...(query === '' ? [] : [`k=${encodeURIComponent(query)}`]),
    ...(seller === null ? [] : [`i=merchant-items&me=${seller}`]),
    ...(conditions.length === 0 ? [] : [`rh=${encodeURIComponent(printSearchConditions(conditions))}`]),
  ]
  return `/s?${values.join('&')}`
}
