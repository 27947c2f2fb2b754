import type { WishListMap } from '../../../core/records/wish-list/map.ts'

/** Where a page has its wish list. */
export const baseWishList: WishListMap = {
  name: ['#profile-list-name'],
  thing: ['#g-items > li[data-asin]'],
  asin: ['h2 a::attr(href)'],
  title: ['h2 a'],
  price: ['.a-price'],
}
