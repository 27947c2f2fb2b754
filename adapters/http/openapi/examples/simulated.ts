import { requireRecord, type RecordName } from '../../../../core/index.ts'
import { requireExampleParams } from '../../../contract.ts'
import { extractRecord } from '../../../pages/extract-page.ts'
import { requireMarketplace } from '../../../require-marketplace.ts'
import { Sandbox } from '../../../sandbox/server/index.ts'

/** The record of the simulated page of a record's example parameters. Throws: `Error`, when that page has no record. */
export function simulatedExample(name: RecordName): object {
  const definition = requireRecord(name)
  const params = requireExampleParams(name)
  const url = new URL(definition.address(requireMarketplace(params.domain), params, 1))
  const answer = new Sandbox({ weight: 'light' }).answer({
    method: 'GET',
    target: url.pathname + url.search,
    host: url.host,
    acceptEncoding: undefined,
    faults: undefined,
  })
  const { record, kind } = extractRecord(name, answer.body, {
    url: url.href,
    status: answer.status,
    ...definition.asked(params, 1),
  })
  if (record === null) throw new Error(`The simulated page of "${name}" is of the kind "${kind}" and has no record.`)
  return record
}
