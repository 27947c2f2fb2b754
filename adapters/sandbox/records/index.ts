// One line for each simulated record. `server/records.ts` makes the list of it.
export { simulatedBestSellers as best_sellers } from './best-sellers/record.ts'
export { simulatedProduct as product } from './product/record.ts'
export { simulatedReviews as reviews } from './reviews/record.ts'
export { simulatedSearch as search } from './search/record.ts'
export { simulatedOffers as offers } from './offers/record.ts'
