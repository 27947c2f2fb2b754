import { records, type RecordName } from '../../../core/index.ts'
import { marketplaces } from '../../../selectors/index.ts'
import { guardedFields, requireRecordOf, type Expectation } from './expectation.ts'
import type { GoldenCase } from './golden-case.ts'

/** Number of cases that expect a value, by field and marketplace. */
export interface Coverage {
  /** What has the fields: `product`, or `card` for a record with rows. */
  readonly name: string
  readonly domains: readonly string[]
  /**
   * One row a field, one number a domain.
   *
   * Order: that of the wire.
   */
  readonly rows: readonly { readonly field: string; readonly counts: readonly number[] }[]
}

/**
 * Counts the cases that expect a value of each field of a record, or of its rows if it has them. A case with several
 * rows counts once.
 *
 * Throws: an error for an expectation of a page kind without a record.
 */
export function measureCoverage(cases: Iterable<GoldenCase>): Readonly<Record<RecordName, Coverage>> {
  const domains = [...marketplaces.keys()]
  const counts = new Map<string, number>()
  for (const golden of cases) {
    for (const cell of cellsOf(golden)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const coverages = records.map(({ name, schema, rows }): readonly [RecordName, Coverage] => {
    const fields = guardedFields(rows?.schema ?? schema).map((field) => ({
      field,
      counts: domains.map((domain) => counts.get(cellOf(name, domain, field)) ?? 0),
    }))
    return [name, { name: rows?.name ?? name, domains, rows: fields }]
  })
  return Object.fromEntries<Coverage>(coverages) as Record<RecordName, Coverage>
}

/** Cells of the table that one case counts in. */
function cellsOf({ facts: { kind, record, domain }, expectation }: GoldenCase): ReadonlySet<string> {
  if (expectation === null) return new Set()
  const { name, rows } = requireRecordOf(kind, record)
  const items = rows === null ? [expectation] : ((expectation[rows.field] ?? []) as readonly Expectation[])
  return new Set(items.flatMap((item) => Object.keys(item).map((field) => cellOf(name, domain, field))))
}

function cellOf(record: RecordName, domain: string, field: string): string {
  return `${record} ${domain} ${field}`
}

/** Fields that no case expects a value of. */
export function unguardedFields({ rows }: Coverage): string[] {
  return rows.filter(({ counts }) => counts.every((count) => count === 0)).map(({ field }) => field)
}
