// One line for each simulated record: what its pages are printed for, as `shelfmark/sandbox/server` exports it.
export type { BestSellersPageRequest } from './best-sellers/truth/page-request.ts'
export type { ProductPageRequest } from './product/page-request.ts'
export type { SearchPageRequest } from './search/page-request.ts'
export type { OffersPageRequest } from './offers/page-request.ts'
export type { ReviewsPageRequest } from './reviews/page-request.ts'
