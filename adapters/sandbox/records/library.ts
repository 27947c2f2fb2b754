// What `shelfmark/sandbox` exports of each record.
export { renderList } from './best-sellers/render-list.ts'
export { generateList, type ListRequest } from './best-sellers/truth/generate-list.ts'
export { LIST_LAYOUTS, type ListLayout, type ListTruth } from './best-sellers/truth/list-truth.ts'
export { renderOffers } from './offers/render-offers.ts'
export { generateOffers, type OffersRequest } from './offers/truth/generate-offers.ts'
export { type OfferFilter, type OffersTruth } from './offers/truth/offers-truth.ts'
export { renderProduct } from './product/render-product.ts'
export { generateProduct, type ProductRequest } from './product/truth/generate-product.ts'
export {
  PRODUCT_LAYOUTS,
  SCRIPTED_PARTS,
  SITUATIONS_OF,
  type ProductLayout,
  type ProductTruth,
  type ScriptedPart,
  type Situation,
} from './product/truth/product-truth.ts'
export { renderReviews } from './reviews/render-reviews.ts'
export { generateReviews, type ReviewsTruth } from './reviews/truth.ts'
export { renderSearch } from './search/render-search.ts'
export { generateSearch, type SearchRequest } from './search/truth/generate-search.ts'
export { SEARCH_SORTS, type SearchSort, type SearchTruth } from './search/truth/search-truth.ts'
