import { definitions } from '../../core/index.ts'
import type { SearchArgs } from './live-arguments.ts'
import { retrieveRecords } from './retrieve-records.ts'

/** Runs the command `search`. All words are one search. */
export async function runSearch({ pages, sort, ...args }: SearchArgs): Promise<void> {
  const queries = [args._.join(' ')]
  const own = { pages, sort_by: sort }
  await retrieveRecords({ record: definitions.search.name, queries, own, isRendered: false, printsErrors: true }, args)
}
