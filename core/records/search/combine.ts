import { ShelfmarkError } from '../../error/shelfmark-error.ts'
import type { Card, SearchResponse } from './schema.ts'

/**
 * Combines the pages of a search, in their order, into one response. Positions
 * continue from page to page. A single page is returned as it is.
 *
 * `page`, `node` and `refinements` are those of the first page. `html` is null, because it can hold only one
 * page. `no_results` is set if the first page says so and no page has a card.
 *
 * Throws: `invalid_argument`, for an empty list.
 *
 * @example
 * ```ts
 * import { combineSearchPages, extractSearch, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const pages = [bytes, bytes].flatMap((one, index) => extractSearch(parsePage(one), de, { page: index + 1 }).record ?? [])
 * console.log(combineSearchPages(pages).products.length)
 * ```
 */
export function combineSearchPages(pages: readonly SearchResponse[]): SearchResponse {
  const [first] = pages
  if (first === undefined) throw new ShelfmarkError('invalid_argument', 'No pages to combine. Pass at least one page.')
  if (pages.length === 1) return first
  const products = numberCards(pages.flatMap((page) => page.products))
  const isEmpty = products.length === 0 && first.no_results === true
  return {
    page: first.page,
    products,
    node: first.node,
    refinements: first.refinements,
    html: null,
    ...(isEmpty ? ({ no_results: true, total_results: 0 } as const) : {}),
  }
}

/** Sets the positions of cards: ads and organic cards are numbered separately, each from 1. */
export function numberCards(cards: readonly Card[]): Card[] {
  let organic = 0
  let sponsored = 0
  return cards.map((card) =>
    card.is_sponsored
      ? { ...card, organic_position: null, sponsored_position: ++sponsored }
      : { ...card, organic_position: ++organic, sponsored_position: null },
  )
}
