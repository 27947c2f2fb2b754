import type { RecordName } from '../../core/index.ts'

/** What the help says about the schemas of a record. */
interface RecordNote {
  /** What the record is. Absent: "", its name says it. */
  readonly note: string
  /** What its rows are, by their name. */
  readonly rows: Readonly<Record<string, string>>
}

/** Records that the help names, the default first: spelled again so that it loads nothing of them. Errors name all. */
const notes = {
  product: { note: '', rows: {} },
  search: { note: 'the record of a search page', rows: { card: 'one of its products' } },
} as const satisfies Readonly<Partial<Record<RecordName, RecordNote>>>

const choices = new Intl.ListFormat('en-US', { type: 'disjunction' })
const names = Object.keys(notes)

/** "product or search". */
export const recordNames = choices.format(names)

/** The record that is meant where none is named. */
export const [defaultRecord = ''] = names

/** Records as kinds of the items of a batch: "market.product or market.search". */
export const endpointNames = choices.format(names.map(toEndpoint))
export const defaultEndpoint = toEndpoint(defaultRecord)

/** Names of their schemas, with what each is of. */
export const schemaNames = choices.format(
  Object.entries<RecordNote>(notes)
    .flatMap(([name, { note, rows }]) => [[name, note] as const].concat(Object.entries(rows)))
    .map(([name, note]) => (note === '' ? name : `${name} (${note})`)),
)

function toEndpoint(name: string): string {
  return `market.${name}`
}
