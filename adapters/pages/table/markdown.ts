import { rowsOf, type AnyRecord } from '../../../core/index.ts'
import { withoutHidden } from '../../hidden-characters.ts'

type Values = Readonly<Record<string, unknown>>
type Definition = Pick<AnyRecord, 'rows' | 'texts'>

/** Members that are whole files. */
const FILES: ReadonlySet<string> = new Set(['html', 'screenshot', 'provenance'])
/** What Markdown would take for markup: pages decide what their texts say. A line can't begin with a text of a page. */
const MARKUP = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const SPACES = /\s+/g

/** Longer texts are cut. Order: of a field, of a part of it or a cell. Unit: characters. */
const LONGEST = [400, 120] as const
/** Entries of a list that are printed at most. */
const MOST = 3

/**
 * A record as Markdown, to be read by people and language models: a line for each field, and a table of its rows.
 *
 * It is a summary: fields without a value, addresses in lists and the page itself are left out, long texts end with `…`,
 * and long lists with the number of what is missing. JSON has all.
 *
 * Markup in the texts of a page is escaped, and characters that nobody sees are left out.
 */
export function printMarkdown(definition: Definition, record: object): string {
  const { rows, texts } = definition
  const { title, ...values } = record as Values
  const list = rows === null ? null : (rowsOf(definition, record) ?? [])
  const heading = typeof title === 'string' && title !== '' ? inline(title) : texts.tool.title
  const fields = Object.entries(values).filter(
    ([name, value]) => name !== rows?.field && !FILES.has(name) && value !== title,
  )
  const lines = fields.flatMap(([name, value]) => printField(name, value))
  const table = list === null ? [] : ['', ...printTable(list as readonly Values[])]
  return `${[`# ${heading}`, '', ...lines, ...table].join('\n').trimEnd()}\n`
}

function printField(name: string, value: unknown): readonly string[] {
  if (isEmpty(value)) return []
  if (!isListOfObjects(value)) return [`- ${name}: ${inline(value, 0)}`]
  const items = value.slice(0, MOST).map((one) => `  - ${inline(one)}`)
  return [`- ${name}:`, ...items, ...(value.length > MOST ? [`  - ${describeRest(value.length)}`] : [])]
}

/** A table whose columns are the fields that any row has, without addresses. */
function printTable(rows: readonly Values[]): readonly string[] {
  if (rows.length === 0) return ['Nothing.']
  const names = new Set(rows.flatMap(Object.keys))
  const columns = [...names].filter((name) => rows.some((row) => !isEmpty(row[name]) && !isUrl(row[name])))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((name) => (isEmpty(row[name]) ? '' : inline(row[name]))))),
  ]
}

/** A value on one line: lists with commas, maps as names and values. `depth`: 0 for a field, else for a part of one. */
function inline(value: unknown, depth: 0 | 1 = 1): string {
  if (typeof value === 'string') return printText(value, LONGEST[depth])
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    // Addresses are long, and one shows what they are.
    const most = isUrl(value[0]) ? 1 : MOST
    const items = value.slice(0, most).map((one: unknown) => inline(one))
    return [...items, ...(value.length > most ? [describeRest(value.length, most)] : [])].join(', ')
  }
  const members = Object.entries(value).filter(([, one]) => !isEmpty(one) && !isUrl(one))
  return members.map(([name, one]) => `${printText(name, LONGEST[1])}: ${inline(one)}`).join('; ')
}

function describeRest(count: number, shown = MOST): string {
  return `… and ${count - shown} more`
}

function printText(text: string, longest: number): string {
  const line = withoutHidden(text.replaceAll(SPACES, ' ')).trim()
  // Not in the middle of a character, nor of what is written before it, such as an accent.
  const whole = line.length <= longest ? line : `${line.slice(0, longest).replace(LAST_WORD, '')}…`
  return whole.replaceAll(MARKUP, String.raw`\$&`)
}

/** What follows the last space of a text that is cut; where there is none, half of a character. */
const LAST_WORD = /(?<= )\S*$|[\uD800-\uDBFF]$/

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value)
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
