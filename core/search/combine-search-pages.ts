import { ShelfmarkError } from '../errors.ts'
import { placeCards } from './place-cards.ts'
import type { SearchResponse } from './search-schema.ts'

/**
 * Makes one response of the pages of a search, which are given in their order:
 * cards one after the other, their positions running on. A single page stays as it is.
 *
 * `page` is the first page's. `html` is null: several pages have none in common.
 * `no_results` is there when the first page says so, and no page has a card.
 *
 * Throws: `invalid_argument` when there is no page.
 */
export function combineSearchPages(pages: readonly SearchResponse[]): SearchResponse {
  const [first] = pages
  if (first === undefined) throw new ShelfmarkError('invalid_argument', 'A search has at least one page.')
  if (pages.length === 1) return first
  const products = placeCards(pages.flatMap((page) => page.products))
  const isEmpty = products.length === 0 && first.no_results === true
  return {
    page: first.page,
    products,
    html: null,
    ...(isEmpty ? ({ no_results: true, total_results: 0 } as const) : {}),
  }
}
