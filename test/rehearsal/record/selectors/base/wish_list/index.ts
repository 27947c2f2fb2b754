import type { WishListMap } from '../../../core/records/wish_list/map.ts'

/** Where a page has its wish list. */
export const baseWishList: WishListMap = {
  name: ['#profile-list-name'],
  thing: ['#g-items > li[data-asin]'],
  asin: ['*::attr(data-asin)'],
  title: ['h2 a'],
  price: ['.a-price'],
}
