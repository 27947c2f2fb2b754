import type { RecordFacts } from '../record-facts.ts'

/** The build sets it. */
declare const RECORDS: readonly RecordFacts[]

/** What is known of each record, in the order of the interface. */
export const records = RECORDS

/** Facts of a record. Throws: Error, for a name that no record has. */
export function requireFacts(name: string): RecordFacts {
  const found = records.find((record) => record.name === name)
  if (found === undefined) throw new Error(`There is no record "${name}".`)
  return found
}

/** Facts of the record that is read from pages of a kind. Absent: null, such pages have none. */
export function findFactsOf(kind: string): RecordFacts | null {
  return records.find(({ kinds }) => kinds.includes(kind)) ?? null
}

const list = new Intl.ListFormat('en')

/** "products and searches" */
export const allRecords = list.format(records.map(({ plural }) => plural))

/** "of products and of searches" */
export const ofAllRecords = list.format(records.map(({ plural }) => `of ${plural}`))
