import { records, type RecordName } from '../../../core/index.ts'
import type { AnySimulatedRecord, PageToPrint } from '../record/simulated-record.ts'
import * as simulated from '../records/index.ts'

/** Prints the pages that the server sends, by record. The same request always gives the same page. */
export type PagePrinter = {
  readonly [Name in keyof typeof simulated]: (typeof simulated)[Name]['print']
}

/** All records of the simulated marketplace. Order: that of the records. */
export const simulatedRecords: readonly AnySimulatedRecord[] = Object.values<AnySimulatedRecord>(simulated).toSorted(
  (left, right) => orderOf(left) - orderOf(right),
)

/** The generated pages of the sandbox. */
export const builtInPages = Object.fromEntries<unknown>(
  simulatedRecords.map((record) => [record.name, (request: PageToPrint) => record.print(request)]),
) as PagePrinter

/** Absent: null, the record is not simulated. */
export function findSimulatedRecord(name: RecordName): AnySimulatedRecord | null {
  return simulatedRecords.find((record) => record.name === name) ?? null
}

function orderOf({ name }: AnySimulatedRecord): number {
  return records.findIndex((record) => record.name === name)
}
