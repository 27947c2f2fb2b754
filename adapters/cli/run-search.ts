import { definitions } from '../../core/index.ts'
import type { SearchArgs } from './live-arguments.ts'
import { retrieveRecords } from './retrieve-records.ts'

/** Runs the command `search`. All words are one search. */
export async function runSearch({ pages, sort, refine, ...args }: SearchArgs): Promise<void> {
  const { node, seller, brand, 'min-price': min_price, 'max-price': max_price } = args
  const queries = [args._.length === 0 ? null : args._.join(' ')]
  const narrowed = { node, seller, brand, min_price, max_price, refine: refine.length === 0 ? undefined : refine }
  const own = { pages, sort_by: sort, ...narrowed }
  await retrieveRecords({ record: definitions.search.name, queries, own, isRendered: false, printsErrors: true }, args)
}
