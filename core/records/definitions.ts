// One line for each record, in the order of the interface. `index.ts` makes the list of it.
export { product } from './product/record.ts'
export { search } from './search/record.ts'
export { reviews } from './reviews/record.ts'
