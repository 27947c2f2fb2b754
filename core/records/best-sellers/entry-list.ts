import type { Issue } from '../../field/trace.ts'
import { limitRows } from '../../record/limit-rows.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../../text/js-literal.ts'
import { parseDecimal } from '../../text/number.ts'
import { readAsin, type LinkRules } from '../../text/url.ts'

/** An entry, as a list names it, also if the page does not show its card. */
export interface ListedEntry {
  readonly asin: string
  readonly rank: number
  /** Absent: null, in lists without movement. */
  readonly previous_rank: number | null
  readonly sales_rank: number | null
  readonly rank_change_percentage: number | null
  /** As the page names it, for the request that asks for its card. Form: JSON. */
  readonly json: string
}

/** The entries that a list names. */
export interface NamedEntries {
  readonly entries: readonly ListedEntry[]
  /** Says how many were left out. Empty: none was. */
  readonly leftOut: readonly Issue<'entries'>[]
}

type EntryNames = LinkRules['rankings']['entry']

/**
 * Parses the entries that a list names: those of a grid, of a carousel, or of a request for cards.
 * Entries without ASIN or rank are left out.
 *
 * Absent: null, the text is not such a list.
 */
export function parseEntryList(text: string, { entry: names }: LinkRules['rankings']): NamedEntries | null {
  const list = findList(readLiteral(text, 0).value, names)
  if (list === null) return null
  const { rows, issues: leftOut } = limitRows('entries', list)
  const entries = rows.flatMap((entry) => parseEntry(entry, names) ?? [])
  return entries.length === 0 && list.length > 0 ? null : { entries, leftOut }
}

/** The value itself, or the list inside of it. */
function findList(value: LiteralValue | undefined, { lists }: EntryNames): readonly LiteralValue[] | null {
  if (isList(value)) return value
  for (const path of lists) {
    let inner: LiteralValue | undefined = value
    for (const name of path) inner = isObject(inner) ? inner.get(name) : undefined
    if (isList(inner)) return inner
  }
  return null
}

function parseEntry(entry: LiteralValue, names: EntryNames): ListedEntry | null {
  // Carousels name each entry by a text.
  const read = typeof entry === 'string' ? readLiteral(entry, 0).value : entry
  if (!isObject(read)) return null
  const data = read.get(names.data)
  if (!isObject(data)) return null
  const asin = readAsin(textOf(read, names.id))
  const rank = toRank(textOf(data, names.rank))
  if (asin === null || rank === null) return null
  return {
    asin,
    rank,
    previous_rank: toRank(textOf(data, names.previousRank)),
    sales_rank: toRank(textOf(data, names.salesRank)),
    rank_change_percentage: parsePercentage(textOf(data, names.change)),
    json: JSON.stringify(toPlain(read)),
  }
}

function textOf(object: LiteralObject, name: string): string {
  const value = object.get(name)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

const DIGITS = /^\d{1,9}$/

function toRank(text: string): number | null {
  const digits = text.replaceAll(/[.,]/g, '')
  return DIGITS.test(digits) && Number(digits) > 0 ? Number(digits) : null
}

const PERCENTAGE = /^([-−–+]?)\s?(\d[\d.,' ]*)\s?[%٪]?$/u

/** Parses a change in percent: "1,234%", "-12". Absent: null, for other texts. */
export function parsePercentage(text: string): number | null {
  const [, sign = '', digits = ''] = PERCENTAGE.exec(text) ?? []
  const value = parseDecimal(digits.trim())
  if (value === null) return null
  return sign === '' || sign === '+' ? value : -value
}

function toPlain(value: LiteralValue): unknown {
  if (isList(value)) return value.map(toPlain)
  if (!isObject(value)) return value
  return Object.fromEntries([...value].map(([name, member]) => [name, toPlain(member)]))
}
