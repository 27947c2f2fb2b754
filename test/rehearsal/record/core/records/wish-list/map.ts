import type { Selectors } from '../../selector/compile-map.ts'

/** Where a page has its list. */
export interface WishListMap {
  readonly name: Selectors
  readonly thing: Selectors
  readonly asin: Selectors
  readonly title: Selectors
  readonly price: Selectors
}
