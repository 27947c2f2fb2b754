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

/** Records that are read from pages of a kind, the one that they belong to first. */
export function recordsOfKind(kind: string): readonly RecordFacts[] {
  const own = records.filter(({ kinds }) => kinds.includes(kind))
  return [...own, ...records.filter(({ sharedKinds }) => sharedKinds.includes(kind))]
}

const list = new Intl.ListFormat('en')

/** "products and searches" */
export const allRecords = list.format(records.map(({ plural }) => plural))

/** "of products and of searches" */
export const ofAllRecords = list.format(records.map(({ plural }) => `of ${plural}`))
