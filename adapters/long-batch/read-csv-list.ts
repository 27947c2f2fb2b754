import { CsvError, parse, type Options } from 'csv-parse/sync'
import { productParamsSchema, searchParamsSchema } from '../../core/contract/index.ts'
import type { ListedItem, ListReading, Mistake } from './item-list.ts'

/** Programs of some countries part cells by semicolons, and clipboards by tabs. */
const DELIMITERS = [',', ';', '\t']

const QUERY = 'query'
const PARAMS: ReadonlySet<string> = new Set(
  Object.keys({ ...productParamsSchema.entries, ...searchParamsSchema.entries }),
)

const OPTIONS: Options = {
  trim: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  relax_column_count: true,
}

const TROUBLE: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  INVALID_OPENING_QUOTE: 'has a quote in a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'has text between a closing quote and the end of the cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'has text between a closing quote and the end of the cell',
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads a list of comma-separated values. A first row with the heading `query` names
 * the parameters, and an empty cell is one that is not given; without such a row, each
 * row is one query. Empty rows are passed over.
 */
export function readCsvList(source: string): ListReading {
  const text = source.replace(/\r\n?/g, '\n')
  const delimiter = DELIMITERS.find((candidate) => findHeadings(text, candidate).includes(QUERY))
  const { rows, mistakes } = readRows(text, delimiter ?? ',')
  const readings =
    delimiter === undefined ? rows.map(readQuery) : readItems(findHeadings(text, delimiter), rows.slice(1))
  return {
    items: readings.flatMap((reading) => ('item' in reading ? [reading] : [])),
    mistakes: [...readings.flatMap((reading) => ('message' in reading ? [reading] : [])), ...mistakes],
  }
}

/** Names of the columns, parameters in lower case. A first row that can't be read has none. */
function findHeadings(text: string, delimiter: string): readonly string[] {
  try {
    const [first = []] = parse(text, { ...OPTIONS, delimiter, to: 1 })
    return first.map((cell) => (PARAMS.has(cell.trim().toLowerCase()) ? cell.trim().toLowerCase() : cell.trim()))
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** All rows, or those before the first that can't be read: behind it, nobody knows where cells end. */
function readRows(
  text: string,
  delimiter: string,
): { readonly rows: readonly Row[]; readonly mistakes: readonly Mistake[] } {
  const rows: Row[] = []
  let read = 0
  const keep: Options['on_record'] = (cells: readonly string[], { lines }) => {
    read = lines
    // The parser says where a row ends.
    rows.push({ cells, line: lines - cells.join('').split('\n').length + 1 })
    return null
  }
  try {
    parse(text, { ...OPTIONS, delimiter, on_record: keep })
    return { rows, mistakes: [] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows, mistakes: [{ line: read + 1, message: TROUBLE[error.code] ?? error.message }] }
  }
}

type RowReading = ListedItem | Mistake

function readQuery({ line, cells }: Row): RowReading {
  const [query = '', ...more] = cells
  if (more.every((cell) => cell === '')) return { line, item: { query } }
  const message = `has ${cells.length} cells: name their parameters in a first row with "${QUERY}", or quote a query that has commas`
  return { line, message }
}

function readItems(headings: readonly string[], rows: readonly Row[]): RowReading[] {
  const twice = headings.find((name, at) => name !== '' && headings.indexOf(name) !== at)
  if (twice !== undefined) return [{ line: 1, message: `names the column "${twice}" twice` }]
  return rows.map(({ line, cells }) => {
    const stray = cells.findIndex((cell, at) => cell !== '' && (headings[at] ?? '') === '')
    if (stray !== -1) return { line, message: `has a cell in column ${stray + 1}, which the first row does not name` }
    const given = cells.flatMap((cell, at) => (cell === '' ? [] : [[headings[at] ?? '', cell] as const]))
    return { line, item: Object.fromEntries(given) }
  })
}
