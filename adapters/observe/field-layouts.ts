import { compareLayouts, type FieldCounts, type FieldLayout } from '../../core/policy/index.ts'

/** A count of a time, by the parts of its name: see `DailyStatistics`. */
interface Row {
  readonly name: readonly string[]
  readonly count: number
}

/** Counts of a time. */
export interface LayoutRows {
  readonly reads: readonly Row[]
  readonly winners: readonly Row[]
  readonly unread: readonly Row[]
}

/** A field of a record on a marketplace, in two times. */
export interface NamedLayout extends FieldLayout {
  readonly record: string
  readonly domain: string
  /** A field of a row: `products[].price`. */
  readonly field: string
}

interface Counts extends FieldCounts {
  reads: number
  unread: number
  readonly sources: Map<string, number>
}

/** Compares all fields in two times. Order: fields that have drifted first; record, domain, field. */
export function compareFields(before: LayoutRows, recent: LayoutRows): NamedLayout[] {
  const [countsBefore, countsRecent] = [countFields(before), countFields(recent)]
  const keys = [...new Set([...countsBefore.keys(), ...countsRecent.keys()])].sort()
  const layouts = keys.map((key): NamedLayout => {
    const [record = '', domain = '', field = ''] = key.split('\n')
    const [own, other] = [countsBefore, countsRecent].map((counts) => counts.get(key))
    const layout = compareLayouts(own ?? noCounts(before, key), other ?? noCounts(recent, key))
    return Object.assign({ record, domain, field }, layout)
  })
  return layouts.toSorted((a, b) => Number(a.drift === 'none') - Number(b.drift === 'none'))
}

/** Counts of each field that had a value, or that could not be read, by its name. */
function countFields({ reads, winners, unread }: LayoutRows): Map<string, Counts> {
  const readsOf = sumReads(reads)
  const fields = new Map<string, Counts>()
  const countsOf = (name: readonly string[]): Counts => {
    const key = name.slice(0, 3).join('\n')
    let counts = fields.get(key)
    if (counts === undefined) {
      counts = { reads: readsOf.get(readKeyOf(key)) ?? 0, unread: 0, sources: new Map() }
      fields.set(key, counts)
    }
    return counts
  }
  for (const { name, count } of winners) {
    const [, , , source] = name
    // Versions until 0.2 counted by domain, field and selector, for all records together.
    if (source === undefined) continue
    const { sources } = countsOf(name)
    sources.set(source, (sources.get(source) ?? 0) + count)
  }
  for (const { name, count } of unread) countsOf(name).unread += count
  return fields
}

/** A field without a value in this time: its record may have been read. */
function noCounts({ reads }: LayoutRows, key: string): FieldCounts {
  return { reads: sumReads(reads).get(readKeyOf(key)) ?? 0, unread: 0, sources: new Map() }
}

function sumReads(reads: LayoutRows['reads']): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { name, count } of reads) sums.set(name.join('\n'), (sums.get(name.join('\n')) ?? 0) + count)
  return sums
}

/** Name of the reads of a field: those of its list of rows, or of the record. */
function readKeyOf(key: string): string {
  const [record = '', domain = '', field = ''] = key.split('\n')
  const end = field.indexOf('[]')
  return [record, domain, end < 0 ? '' : field.slice(0, end + 2)].join('\n')
}
