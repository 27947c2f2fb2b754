import { CsvError, parse, type Options } from 'csv-parse/sync'
import * as v from 'valibot'
import { contract } from '../../contract.ts'

/** An item of a list. */
export interface ListedItem {
  /** Line of the list on which the item starts, from 1. */
  readonly line: number
  /** The item as it is submitted. */
  readonly item: Readonly<Record<string, unknown>>
}

/** What is wrong with a line. */
export interface Mistake {
  readonly line: number
  /** Follows the number of the line: "has 2 cells". */
  readonly message: string
}

/** A list, parsed. When it has mistakes, `items` are those that could be parsed. */
export interface ParsedList {
  readonly items: readonly ListedItem[]
  readonly mistakes: readonly Mistake[]
}

type ParsedRow = ListedItem | Mistake

/** The items and the mistakes among the rows, and further mistakes. */
export function toList(rows: readonly ParsedRow[], mistakes: readonly Mistake[] = []): ParsedList {
  return {
    items: rows.flatMap((row) => ('item' in row ? [row] : [])),
    mistakes: [...rows.flatMap((row) => ('message' in row ? [row] : [])), ...mistakes],
  }
}

const json = v.pipe(v.string(), v.parseJson())

/** Parses JSON lines: each is an item, or a string that is its `query`. Empty lines are ignored. */
export function parseJsonLines(text: string): ParsedList {
  const lines = [...text.split('\n').entries()].filter(([, content]) => content.trim() !== '')
  return toList(lines.map(([index, content]) => parseJsonLine(index + 1, content)))
}

function parseJsonLine(line: number, content: string): ParsedRow {
  const parsed = v.safeParse(json, content)
  if (!parsed.success) return { line, message: 'is not valid JSON' }
  if (typeof parsed.output === 'string') return { line, item: { query: parsed.output } }
  return isObject(parsed.output)
    ? { line, item: parsed.output }
    : { line, message: 'must be a JSON object or a JSON string' }
}

function isObject(value: unknown): value is ListedItem['item'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses plain text: each line is one query. Empty lines and lines that start with "#" are ignored. */
export function parseText(text: string): ParsedList {
  const lines = [...text.split('\n').entries()].map(([index, line]) => [index + 1, line.trim()] as const)
  return toList(
    lines
      .filter(([, line]) => line !== '' && !line.startsWith('#'))
      .map(([line, query]) => ({ line, item: { query } })),
  )
}

/** Spreadsheets of some countries separate cells by semicolons; clipboards use tabs. */
const DELIMITERS = [',', ';', '\t']

const QUERY = 'query'
/** Headings that mean `query` in lists of products. The first one that a list has counts. */
const PRODUCT_HEADINGS: readonly string[] = [QUERY, 'asin', 'url']
const PARAMS: ReadonlySet<string> = new Set([
  ...Object.values(contract.schemas).flatMap(({ entries }) => Object.keys(entries)),
  'reference',
])

const CSV_OPTIONS: Options = {
  trim: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  relax_column_count: true,
}

const CSV_MISTAKES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  INVALID_OPENING_QUOTE: 'has a quote in a cell that does not start with a quote',
  CSV_INVALID_CLOSING_QUOTE: 'has text between a closing quote and the end of the cell',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'has text between a closing quote and the end of the cell',
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses comma-separated values. A first row with the heading `query` names the
 * parameters, and an empty cell is a parameter that is not given. Without such a
 * row, each row is one query. Empty rows are ignored.
 *
 * @param queryHeadings Headings that mean `query`, the preferred one first.
 */
export function parseCsv(source: string, queryHeadings: readonly string[] = [QUERY]): ParsedList {
  const text = source.replace(/\r\n?/g, '\n')
  const read = (delimiter: string): readonly string[] => findHeadings(text, delimiter, queryHeadings)
  const delimiter = DELIMITERS.find((candidate) => read(candidate).includes(QUERY))
  const { rows, mistakes } = parseRows(text, delimiter ?? ',')
  if (delimiter === undefined) return toList(rows.map(toQuery), mistakes)
  return toList(toItems(read(delimiter), rows.slice(1)), mistakes)
}

/** Parses a list of products, whose first row can name them `asin` or `url` too. */
export function parseProductCsv(source: string): ParsedList {
  return parseCsv(source, PRODUCT_HEADINGS)
}

/** Names of the columns; parameters in lower case. Empty when the first row can't be parsed. */
function findHeadings(text: string, delimiter: string, queryHeadings: readonly string[]): readonly string[] {
  try {
    const [first = []] = parse(text, { ...CSV_OPTIONS, delimiter, to: 1 })
    const names = first.map((cell) => cell.trim().toLowerCase())
    const query = queryHeadings.find((heading) => names.includes(heading))
    return names.map((name, column) => {
      if (name === query) return QUERY
      return PARAMS.has(name) ? name : (first[column] ?? '').trim()
    })
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** All rows, or those before the first one that can't be parsed: after it, the ends of cells are unknown. */
function parseRows(
  text: string,
  delimiter: string,
): { readonly rows: readonly Row[]; readonly mistakes: readonly Mistake[] } {
  const rows: Row[] = []
  let lastLine = 0
  const keep: Options['on_record'] = (cells: readonly string[], { lines }) => {
    lastLine = lines
    // The parser reports the line on which a row ends.
    rows.push({ cells, line: lines - cells.join('').split('\n').length + 1 })
    return null
  }
  try {
    parse(text, { ...CSV_OPTIONS, delimiter, on_record: keep })
    return { rows, mistakes: [] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows, mistakes: [{ line: lastLine + 1, message: CSV_MISTAKES[error.code] ?? error.message }] }
  }
}

function toQuery({ line, cells }: Row): ParsedRow {
  const [query = '', ...more] = cells
  if (more.every((cell) => cell === '')) return { line, item: { query } }
  const help = `Name the columns in a first row with "${QUERY}", or put quotes around a query that contains commas`
  return { line, message: `has ${cells.length} cells. ${help}` }
}

function toItems(headings: readonly string[], rows: readonly Row[]): ParsedRow[] {
  const repeated = headings.find((name, column) => name !== '' && headings.indexOf(name) !== column)
  if (repeated !== undefined) return [{ line: 1, message: `names the column "${repeated}" twice` }]
  return rows.map(({ line, cells }) => {
    const stray = cells.findIndex((cell, column) => cell !== '' && (headings[column] ?? '') === '')
    if (stray !== -1) return { line, message: `has a cell in column ${stray + 1}, which the first row does not name` }
    const given = cells.flatMap((cell, column) => (cell === '' ? [] : [[headings[column] ?? '', cell] as const]))
    return { line, item: Object.fromEntries(given) }
  })
}
