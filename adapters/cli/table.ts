import { styleText } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'

/** Widest cell on a terminal. Unit: columns of the terminal. */
const MAX_CELL = 90
/** Narrowest cell that others are cut to. Unit: columns of the terminal. */
const MIN_CELL = 8
/** Columns of a terminal that does not say how many it has. */
const USUAL_COLUMNS = 80
const GAP = '  '

export interface TableOptions {
  /** Style of a row, a name that `util.styleText` knows. Absent: null, none. Default: none. */
  readonly styleOf?: ((row: readonly string[]) => RowStyle | null) | undefined
  /** Whether it fits the width of a terminal: the cells of its widest columns are cut. Default: false. */
  readonly isFitted?: boolean | undefined
  /** Where the table is printed. Default: standard output. */
  readonly stream?: NodeJS.WriteStream | undefined
}

export type RowStyle = 'green' | 'yellow' | 'red' | 'dim'

/**
 * A table with aligned columns. On a terminal, long cells are cut, and colors are used
 * unless `NO_COLOR` is set; elsewhere cells are whole, and `FORCE_COLOR` adds the colors.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { styleOf = () => null, isFitted = false, stream = process.stdout }: TableOptions = {},
): string {
  const texts = [headings, ...rows].map((row) => row.map(toLine))
  const needed = headings.map((_, column) => Math.max(...texts.map((row) => widthOf(row[column] ?? ''))))
  const room = isFitted ? (stream.columns ?? USUAL_COLUMNS) - GAP.length * (headings.length - 1) : Infinity
  const maxCell = stream.isTTY ? findMaxCell(needed, room) : Infinity
  const cells = texts.map((row) => row.map((cell) => cutText(cell, maxCell)))
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))))
  const [head = '', ...lines] = cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join(GAP)
      .trimEnd(),
  )
  const styled = lines.map((line, index) => {
    const style = styleOf(rows[index] ?? [])
    return style === null ? line : styleText(style, line, { stream })
  })
  const rule = widths.map((width) => '-'.repeat(width)).join(GAP)
  return `${[styleText('bold', head, { stream }), rule, ...styled].join('\n')}\n`
}

/** The widest that cells may be, so that all columns together have room. */
function findMaxCell(widths: readonly number[], room: number): number {
  let max = MAX_CELL
  while (max > MIN_CELL && widths.reduce((sum, width) => sum + Math.min(width, max), 0) > room) max--
  return max
}

/** Controls, and marks that change the direction of what follows. */
const NOT_PRINTED = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** A text of a page in one line, without the characters that control a terminal. */
function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(NOT_PRINTED, '')
}

/** Combining marks, joiners and variation selectors: they take no column of their own. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u

const graphemes = new Intl.Segmenter()

/** Columns that a text takes on a terminal: East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  // Most texts are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length
  return Array.from(graphemes.segment(text)).reduce((sum, { segment }) => sum + graphemeWidth(segment), 0)
}

/** Characters that terminals draw as emoji, and the selector that asks for it. */
const EMOJI = /[\p{Emoji_Presentation}\uFE0F]/u

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2
  const characters = Array.from(grapheme).filter((character) => !ZERO_WIDTH.test(character))
  return characters.reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0)
}

/** The start of a text that is wider than its limit, with an ellipsis. */
function cutText(text: string, max: number): string {
  if (widthOf(text) <= max) return text
  let width = 1
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment)
    if (width > max) break
    kept += segment
  }
  return `${kept}…`
}
