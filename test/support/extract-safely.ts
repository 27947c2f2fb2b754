import assert from 'node:assert/strict'
import * as v from 'valibot'
import { extractors, parsePage, records, type Extract } from '../../core/index.ts'
import { com, marketplaces, type BaseMaps } from '../../selectors/index.ts'

const all: Readonly<Record<string, Extract<object, BaseMaps>>> = { ...extractors }

/** The product record of any input. Asserts that the record of each name is valid, or null with an issue that says why. */
export function extractSafely(input: Uint8Array | string, domain = 'com'): unknown {
  const page = parsePage(input)
  const marketplace = marketplaces.get(domain) ?? com
  const found = records.map(({ name, schema }) => {
    const { record, issues } = all[name]?.(page, marketplace) ?? { record: null, issues: [] }
    if (record === null)
      assert.ok(
        issues.some(({ problem }) => problem === 'missing'),
        name,
      )
    else v.parse(schema, record)
    return record
  })
  return found[0]
}
