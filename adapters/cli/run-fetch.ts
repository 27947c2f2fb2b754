import { records, requireRecord, type RecordName } from '../../core/index.ts'
import { fail, requireKnown } from './exit.ts'
import type { FetchArgs } from './live-arguments.ts'
import { retrieveRecords } from './retrieve-records.ts'

/** Runs the command `fetch`. */
export async function runFetch(args: FetchArgs): Promise<void> {
  const names = records.map(({ name }) => name)
  const record = requireKnown('record', args.record, names)
  const [, ...queries] = args._
  const own = readAssignments(record, args.set)
  await retrieveRecords({ record, queries, own, isRendered: args['render-js'] }, args)
}

const ASSIGNMENT = /^([^=]+)=(.*)$/s

/** Values of parameters of the record itself, by name. Ends the command for another name, and for one that comes twice. */
function readAssignments(record: RecordName, assignments: readonly string[]): Readonly<Record<string, string>> {
  const { query: _, ...params } = requireRecord(record).params
  const known = Object.keys(params)
  const own = new Map<string, string>()
  for (const assignment of assignments) {
    const [, given, value] = ASSIGNMENT.exec(assignment) ?? []
    if (given === undefined || value === undefined) return fail(`Invalid --set "${assignment}". Write NAME=VALUE.`)
    if (known.length === 0) return fail(`Invalid --set "${assignment}". A ${record} has no parameters of its own.`)
    const name = requireKnown('parameter', given, known)
    if (own.has(name)) return fail(`The parameter "${name}" is set twice.`)
    own.set(name, value)
  }
  return Object.fromEntries(own)
}
