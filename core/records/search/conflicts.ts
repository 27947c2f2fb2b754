import type { LinkRules } from '../../text/url.ts'
import { parseConditions } from './conditions.ts'

/** Parameters of a search that can be wrong together. */
interface GivenSearch {
  readonly query?: string | undefined
  readonly node?: string | undefined
  readonly seller?: string | undefined
  readonly brand?: string | undefined
  readonly min_price?: number | undefined
  readonly max_price?: number | undefined
  readonly refine?: readonly string[] | undefined
  readonly page?: number | undefined
  readonly start_page?: number | undefined
}

/** Mistakes between the parameters of a search, by the name of the parameter. */
export function findSearchConflicts(given: GivenSearch, { search }: LinkRules): Readonly<Record<string, string>> {
  const { query, node, seller, min_price = 0, max_price = Infinity, page, start_page } = given
  const refine = findRefineConflict(given, search)
  return {
    ...(query === undefined && node === undefined && seller === undefined
      ? { query: 'is required unless node or seller is passed' }
      : {}),
    ...(min_price > max_price
      ? { min_price: 'must not be above max_price', max_price: 'must not be below min_price' }
      : {}),
    ...(refine === null ? {} : { refine }),
    ...(page === undefined || start_page === undefined || page === start_page
      ? {}
      : {
          start_page: 'must have the same value as page, which is another name for it',
          page: 'must have the same value as start_page, which it is another name for',
        }),
  }
}

/** Absent: null, the conditions agree with the other parameters. */
function findRefineConflict(given: GivenSearch, { facets }: LinkRules['search']): string | null {
  const kinds = new Set((given.refine ?? []).flatMap(parseConditions).map(({ facet }) => facet))
  if (kinds.has(facets.words)) return `must not have words (${facets.words}:); pass them as query`
  const clashes = [
    [facets.brand, 'brand', given.brand],
    [facets.seller, 'seller', given.seller],
    [facets.price, 'min_price', given.min_price],
    [facets.price, 'max_price', given.max_price],
  ] as const
  for (const [facet, param, value] of clashes) {
    if (value !== undefined && kinds.has(facet))
      return `must not have ${facet}: together with ${param}, which says the same`
  }
  return null
}
