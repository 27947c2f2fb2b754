// One line for each record. `index.ts` makes the list of it.
export { product } from './product/record.ts'
export { search } from './search/record.ts'
export { offers } from './offers/record.ts'
export { reviews } from './reviews/record.ts'
export { bestSellers as best_sellers } from './best-sellers/record.ts'
