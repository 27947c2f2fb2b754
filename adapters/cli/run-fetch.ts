import * as v from 'valibot'
import { records, requireRecord, type RecordName } from '../../core/index.ts'
import { fail, requireKnown } from './exit.ts'
import type { FetchArgs } from './live-arguments.ts'
import { retrieveRecords, type RecordsRequest } from './retrieve-records.ts'

/** Runs the command `fetch`. */
export async function runFetch(args: FetchArgs): Promise<void> {
  const names = records.map(({ name }) => name)
  const record = requireKnown('record', args.record, names)
  const [, ...queries] = args._
  const own = readAssignments(record, args.set)
  await retrieveRecords(
    { record, queries: queries.length === 0 ? [findEmptyQuery(record)] : queries, own, isRendered: args['render-js'] },
    args,
  )
}

/** The query of the one request of a record that needs none: null, it is left out; or "". Ends the command for another record. */
function findEmptyQuery(record: RecordName): null | '' {
  const { query } = requireRecord(record).params
  if (v.is(query, undefined)) return null
  return v.is(query, '') ? '' : fail(`QUERY is missing: what each ${record} is of.`)
}

const ASSIGNMENT = /^([^=]+)=(.*)$/s

/** Values of parameters of the record itself, by name. Ends the command for another name, and for one that comes twice and must not. */
function readAssignments(record: RecordName, assignments: readonly string[]): RecordsRequest['own'] {
  const { params: all, repeatable = [] } = requireRecord(record)
  const { query: _, ...params } = all
  const known = Object.keys(params)
  const own = new Map<string, string | readonly string[]>()
  for (const assignment of assignments) {
    const [, given, value] = ASSIGNMENT.exec(assignment) ?? []
    if (given === undefined || value === undefined) return fail(`Invalid --set "${assignment}". Write NAME=VALUE.`)
    if (known.length === 0) return fail(`Invalid --set "${assignment}". A ${record} has no parameters of its own.`)
    const name = requireKnown('parameter', given, known)
    const earlier = own.get(name)
    if (earlier !== undefined && !repeatable.includes(name)) return fail(`The parameter "${name}" is set twice.`)
    own.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(own)
}
