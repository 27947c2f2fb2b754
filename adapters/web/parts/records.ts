import type { RecordFacts } from '../record-facts.ts'

/** Facts of a record. Throws: Error, for a name that no record has. */
export function requireFacts(name: string): RecordFacts {
  const found = RECORDS.find((record) => record.name === name)
  if (found === undefined) throw new Error(`There is no record "${name}".`)
  return found
}

/** Facts of the record that is read from pages of a kind. Absent: null, such pages have none. */
export function findFactsOf(kind: string): RecordFacts | null {
  return RECORDS.find(({ kinds }) => kinds.includes(kind)) ?? null
}

const list = new Intl.ListFormat('en')

/** "products and searches" */
export const allRecords = list.format(RECORDS.map(({ plural }) => plural))

/** "of products and of searches" */
export const ofAllRecords = list.format(RECORDS.map(({ plural }) => `of ${plural}`))
