import { definitions } from '../../core/index.ts'
import { fail } from './exit.ts'
import type { GetArgs } from './live-arguments.ts'
import { retrieveRecords } from './retrieve-records.ts'

/** Runs the command `get`. */
export async function runGet(args: GetArgs): Promise<void> {
  const { _: queries, screenshot, 'render-js': isRendered } = args
  if (screenshot !== undefined && queries.length > 1) fail('--screenshot is for one product.')
  await retrieveRecords({ record: definitions.product.name, queries, own: {}, isRendered, screenshot }, args)
}
