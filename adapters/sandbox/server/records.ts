import type { RecordName } from '../../../core/index.ts'
import type { AnySimulatedRecord, PageToPrint } from '../record/simulated-record.ts'
import * as simulated from '../records/index.ts'

/** Prints the pages that the server sends, by record. The same request always gives the same page. */
export type PagePrinter = {
  readonly [Name in keyof typeof simulated]: (typeof simulated)[Name]['print']
}

/** All records of the simulated marketplace. Order: by name. */
export const simulatedRecords: readonly AnySimulatedRecord[] = Object.values(simulated)

/** The generated pages of the sandbox. */
export const builtInPages = Object.fromEntries<unknown>(
  simulatedRecords.map((record) => [record.name, (request: PageToPrint) => record.print(request)]),
) as PagePrinter

/** Absent: null, the record is not simulated. */
export function findSimulatedRecord(name: RecordName): AnySimulatedRecord | null {
  return simulatedRecords.find((record) => record.name === name) ?? null
}
