import { fill } from '../locale.ts'
import type { SearchView } from './search-view.ts'

/** "17-32 of over 240 results for". */
export function resultsNote({ truth, locale, phrases }: SearchView): string {
  const { size, total, response } = truth
  const from = (response.page - 1) * size + 1
  return fill(phrases.search.results, {
    from: locale.count(from),
    to: locale.count(Math.min(from + size - 1, total)),
    count: locale.count(total),
  })
}

/** Number of pages that a query has. */
export function countPages({ truth }: SearchView): number {
  return Math.max(1, Math.ceil(truth.total / truth.size))
}

/** Address of another page of the same results. */
export function pageLink({ truth }: SearchView, page: number): string {
  return `/s?k=${encodeURIComponent(truth.query)}&page=${page}&qid=1760000000&ref=sr_pg_${page}`
}
