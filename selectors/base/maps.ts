// One line for each record: where its pages have each field, under the name of the record.
export { baseBestSellers as best_sellers } from './best-sellers/index.ts'
export { baseProduct as product } from './product/index.ts'
export { baseSearch as search } from './search/index.ts'
export { baseOffers as offers } from './offers/index.ts'
export { baseReviews as reviews } from './reviews/index.ts'
