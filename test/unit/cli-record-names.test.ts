import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseValues } from '../../adapters/cli/command/parse-values.ts'
import { fetchArgs } from '../../adapters/cli/live-arguments.ts'
import {
  defaultEndpoint,
  defaultRecord,
  endpointNames,
  recordNames,
  schemaNames,
} from '../../adapters/cli/record-names.ts'
import { BATCH_ENDPOINTS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, records, recordSchemas } from '../../core/index.ts'

/** Names of a list such as "product, search (the record of a search page), or card". */
const namesOf = (list: string): string[] =>
  list
    .replace(/ \([^)]*\)/g, '')
    .split(/, or | or |, /)
    .filter((name) => name !== '')

test('the help names records, endpoints and schemas that there are', () => {
  assert.deepEqual([defaultRecord, defaultEndpoint], [DEFAULT_RECORD.name, endpointOf(DEFAULT_RECORD.name)])
  for (const [list, known] of [
    [recordNames, records.map(({ name }) => name)],
    [endpointNames, BATCH_ENDPOINTS],
    [schemaNames, [...recordSchemas.keys()]],
  ] as const) {
    const names = namesOf(list)
    assert.ok(names.length > 1, list)
    assert.deepEqual(
      names.filter((name) => !known.some((one) => one === name)),
      [],
    )
  }
})

test('an option that can be repeated has all its values, in order; none without it', () => {
  const setOf = (...line: string[]): unknown => parseValues(fetchArgs, line)['set']
  assert.deepEqual(setOf('search', 'bell'), [])
  assert.deepEqual(setOf('search', '--set', 'a=1', 'bell', '--set=b=2=3'), ['a=1', 'b=2=3'])
})
