import { makeIssue, type Issue } from '../field/trace.ts'

/** Most rows of a page that are read. Pages of the shop have at most some hundreds, those that were scrolled included. */
const MAX_ROWS = 1000

interface LimitedRows<Row, List extends string> {
  readonly rows: readonly Row[]
  /** Says how many were left out. Empty: none was. */
  readonly issues: readonly Issue<List>[]
}

/** The first rows of a list. Without a limit, a page decides how much memory and time its record takes. */
export function limitRows<Row, List extends string>(list: List, rows: readonly Row[]): LimitedRows<Row, List> {
  const more = rows.length - MAX_ROWS
  if (more <= 0) return { rows, issues: [] }
  return {
    rows: rows.slice(0, MAX_ROWS),
    issues: [makeIssue(list, `after ${MAX_ROWS} rows`, String(more), 'left out')],
  }
}
