import type { Absence, Attempt, Issue, Trace } from '../field/trace.ts'
import { findAbsences, type AbsenceRules, type Tried } from './absences.ts'
import type { RecordSchema } from './empty-value.ts'
import { rowPaths, withPath, type RowPath } from './row-path.ts'

/** What a row is read from. A `Reading` is one. */
interface RowReading {
  readonly trace: Pick<Trace, 'wins' | 'issues' | 'attempts'>
}

type FieldOf<Row> = Extract<keyof Row, string>

/** The rows of a page, and what is known of their fields, each under its path: `products[3].price`. */
interface Rows<Row extends object, Path extends string> {
  /** Order: of the page. */
  readonly rows: readonly Row[]
  readonly winners: { readonly [Name in Path]?: string }
  readonly issues: readonly Issue<Path>[]
  /** Empty unless attempts are recorded. */
  readonly attempts: readonly Attempt<Path>[]
}

/** How rows are read. */
interface ReadRowsOptions<List extends string, Row extends object, Reading> {
  /** Field of the record that holds them. */
  readonly list: List
  /** What each is read from. Order: of the page. */
  readonly readings: readonly Reading[]
  /** Reads one. `index`: from 0. */
  readonly toRow: (reading: Reading, index: number) => Row
  /** Takes out of a text of an issue or an attempt what a reader may not see. Default: it stays as it is. */
  readonly censor?: ((text: string, reading: Reading) => string) | undefined
}

/** Reads the rows of a record, and gives what their readings say as the record does. */
export function readRows<List extends string, Row extends object, Reading extends RowReading>({
  list,
  readings,
  toRow,
  censor,
}: ReadRowsOptions<List, Row, Reading>): Rows<Row, RowPath<List, FieldOf<Row>>> {
  type Path = RowPath<List, FieldOf<Row>>
  const rows = readings.map(toRow)
  const pathOf = rowPaths(list)
  const winners: { [Name in Path]?: string } = {}
  const issues: Issue<Path>[] = []
  const attempts: Attempt<Path>[] = []
  for (const [index, reading] of readings.entries()) {
    const { trace } = reading
    const toPath = (field: string): Path => pathOf(index, field as FieldOf<Row>)
    const move = <Entry extends Issue | Attempt>(entry: Entry) => censored(withPath(entry, toPath), reading, censor)
    for (const [field, { source }] of trace.wins) winners[toPath(field)] = source
    for (const issue of trace.issues) issues.push(move(issue))
    for (const attempt of trace.attempts ?? []) attempts.push(move(attempt))
  }
  return { rows, winners, issues, attempts }
}

/** How the absences of rows are explained. */
interface ExplainRowsOptions<List extends string, Row extends object, Reading> extends Pick<
  ReadRowsOptions<List, Row, Reading>,
  'list' | 'readings' | 'censor'
> {
  /** Finished, in the order of `readings`. */
  readonly rows: readonly Row[]
  readonly schema: RecordSchema
  /** Default: what was tried says why. */
  readonly rules?: AbsenceRules<Row, Reading> | undefined
}

/** Why fields of rows have no value, each under its path. Empty unless attempts are recorded. */
export function explainRows<List extends string, Row extends object, Reading extends Tried>({
  list,
  readings,
  rows,
  schema,
  rules,
  censor,
}: ExplainRowsOptions<List, Row, Reading>): Absence<RowPath<List, FieldOf<Row>>>[] {
  const pathOf = rowPaths(list)
  return readings.flatMap((reading, index) => {
    const row = rows[index]
    const absences = row === undefined ? null : findAbsences(row, schema, reading, rules)
    return (absences ?? []).map((absence) =>
      censored(
        withPath(absence, (field) => pathOf(index, field as FieldOf<Row>)),
        reading,
        censor,
      ),
    )
  })
}

function censored<Entry extends { readonly text: string | null }, Reading>(
  entry: Entry,
  reading: Reading,
  censor: ((text: string, reading: Reading) => string) | undefined,
): Entry {
  return censor === undefined || entry.text === null ? entry : { ...entry, text: censor(entry.text, reading) }
}
