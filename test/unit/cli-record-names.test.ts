import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeArguments } from '../../adapters/cli/command/define-command.ts'
import { parseValues } from '../../adapters/cli/command/parse-values.ts'
import { fetchArgs } from '../../adapters/cli/live-arguments.ts'
import { schemaCommand } from '../../adapters/cli/schema.ts'
import { batchArgs } from '../../adapters/cli/batch-arguments.ts'
import { recordTexts } from '../../adapters/cli/record-names.ts'
import { BATCH_ENDPOINTS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, records, recordSchemas } from '../../core/index.ts'

/** Names of a list such as "product, search (the record of a search page), or card". */
const namesOf = (list: string): string[] =>
  list
    .replace(/ \([^)]*\)|\. Default: .*/g, '')
    .split(/, or | or |, /)
    .filter((name) => name !== '')

test('the help names all records, endpoints and schemas, and the defaults', async () => {
  for (const [list, known] of [
    [recordTexts.records, records.map(({ name }) => name)],
    [recordTexts.endpoints, BATCH_ENDPOINTS],
    [recordTexts.schemas, [...recordSchemas.keys()]],
  ] as const) {
    const names = namesOf(list)
    assert.deepEqual(names, known)
  }
  assert.ok((await batchArgs.endpoint.description()).endsWith(`. Default: ${endpointOf(DEFAULT_RECORD.name)}`))
  const { record } = (await describeArguments(schemaCommand)).args
  assert.ok(record?.description.endsWith(`. Default: ${DEFAULT_RECORD.name}`))
})

test('an option that can be repeated has all its values, in order; none without it', () => {
  const setOf = (...line: string[]): unknown => parseValues(fetchArgs, line)['set']
  assert.deepEqual(setOf('search', 'bell'), [])
  assert.deepEqual(setOf('search', '--set', 'a=1', 'bell', '--set=b=2=3'), ['a=1', 'b=2=3'])
})
