// One line for each record: how it is read from a page, under the name of the record.
export { extractProduct as product } from './product/extract.ts'
export { extractSearch as search } from './search/extract.ts'
export { extractOffers as offers } from './offers/extract.ts'
export { extractReviews as reviews } from './reviews/extract.ts'
export { extractBestSellers as best_sellers } from './best-sellers/extract.ts'
