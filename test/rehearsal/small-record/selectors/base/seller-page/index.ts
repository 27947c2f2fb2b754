import type { SellerPageMap } from '../../../core/records/seller-page/map.ts'

/** Where a page has its seller. */
export const baseSellerPage: SellerPageMap = {
  seller_id: ['#seller-profile-container::attr(data-seller)'],
  name: ['#seller-name'],
  rating: ['#seller-rating'],
  business_name: ['#business-name'],
  about: ['#about-seller'],
}
