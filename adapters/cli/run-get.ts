import { definitions, records } from '../../core/index.ts'
import { fail } from './exit.ts'
import type { GetArgs } from './live-arguments.ts'
import { retrieveRecords } from './retrieve-records.ts'

/** Runs the command `get`. */
export async function runGet(args: GetArgs): Promise<void> {
  const { _: queries, screenshot, 'render-js': isRendered } = args
  const record = records.find(({ name }) => name === queries[0]?.replaceAll('-', '_'))
  if (record !== undefined) fail(`"${queries[0]}" is a record, not a product. Run: shelfmark fetch ${record.name}`)
  if (screenshot !== undefined && queries.length > 1) fail('--screenshot is for one product.')
  await retrieveRecords({ record: definitions.product.name, queries, own: {}, isRendered, screenshot }, args)
}
