import { diffRecords, findIncomparable, findRecordOf, type FieldChange, type SeenRecord } from '../../core/index.ts'
import { column } from '../pages/table/column.ts'
import type { Table } from '../pages/table/rows.ts'
import { readEntries, type DiffEntry } from './diff-entries.ts'
import type { DiffArgs } from './diff-arguments.ts'
import { EXIT, fail, orFail } from './exit.ts'
import { requireOutFormat, requireWriter } from './open-results.ts'
import { say } from './print.ts'
import { formatTable } from './table.ts'

/**
 * What two entries are to each other.
 *
 * - `changed`: a field differs.
 * - `incomparable`: they differ in what must agree, which `field` names.
 * - `added`, `removed`: only one of the files has the item.
 * - `not_seen`: one of them has no record, so that nothing is known.
 */
type DiffStatus = 'changed' | 'incomparable' | 'added' | 'removed' | 'not_seen'

/** One line of the output. */
interface DiffLine extends Omit<FieldChange, 'field' | 'winnerBefore' | 'winnerAfter'> {
  readonly item: string | null
  readonly status: DiffStatus
  readonly field: string | null
  readonly winner_before: string | null
  readonly winner_after: string | null
}

const NO_CHANGE = {
  field: null,
  before: null,
  after: null,
  delta: null,
  percent: null,
  drift: false,
  winner_before: null,
  winner_after: null,
}

const table: Table = {
  columns: [
    column('item', 'text'),
    column('status', 'text'),
    column('field', 'text'),
    column('before', 'text'),
    column('after', 'text'),
    column('delta', 'number'),
    column('percent', 'number'),
    column('drift', 'boolean'),
    column('winner_before', 'text'),
    column('winner_after', 'text'),
  ],
  record: 'item',
  definitionOf: () => null,
}

/** Runs the command `diff`. */
export async function runDiff(args: DiffArgs): Promise<void> {
  const format = requireOutFormat(args)
  const [before, after] = [await readEntries(args.before, args), await readEntries(args.after, args)]
  const choice = { fields: splitPaths(args.fields), ignore: splitPaths(args.ignore) ?? [] }
  const lines = await orFail(() => pair(before, after).flatMap(([left, right]) => compare(left, right, choice)))
  if (format === undefined) printTable(lines)
  else {
    const output = await requireWriter(format, table, args.out)
    for (const line of lines) await output.write(JSON.stringify(line))
    await output.end()
  }
  process.exitCode = lines.length === 0 ? EXIT.ok : EXIT.failed
}

/** Paths with commas between them. Absent: undefined. */
export function splitPaths(text: string | undefined): readonly string[] | undefined {
  const paths = text?.split(',').map((path) => path.trim())
  if (paths?.includes('') === true)
    fail(`Invalid list of fields "${text}". Write names of fields, with commas between them.`)
  return paths
}

type Pair = readonly [before: DiffEntry | undefined, after: DiffEntry | undefined]

/** The entries of both files that are about the same item. Ends the command when that is not clear. */
function pair(before: readonly DiffEntry[], after: readonly DiffEntry[]): readonly Pair[] {
  const [left, right] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && left !== undefined && right !== undefined) {
    const unread = [left, right].findIndex(({ seen }) => seen.record === null)
    if (unread >= 0)
      fail(
        `The ${unread === 0 ? 'first' : 'second'} has no record: it is of kind "${[left, right][unread]?.seen.kind}".`,
      )
    return [[left, right]]
  }
  const [old, now] = [index(before), index(after)]
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => [old.get(key), now.get(key)])
}

/** Entries by their key. The last one of each key counts: lines are added at the end. */
function index(entries: readonly DiffEntry[]): Map<string, DiffEntry> {
  const unnamed = entries.filter(({ key }) => key === null).length
  if (unnamed === entries.length) fail('Several records can be compared only where each has an ASIN or a query.')
  if (unnamed > 0) say(`${unnamed} of ${entries.length} have neither an ASIN nor a query: they are not compared.`)
  return new Map(entries.flatMap((entry) => (entry.key === null ? [] : [[entry.key, entry] as const])))
}

function compare(
  before: DiffEntry | undefined,
  after: DiffEntry | undefined,
  choice: { readonly fields: readonly string[] | undefined; readonly ignore: readonly string[] },
): DiffLine[] {
  const item = (before ?? after)?.key ?? null
  if (before === undefined || after === undefined) {
    return [{ ...NO_CHANGE, item, status: before === undefined ? 'added' : 'removed' }]
  }
  if (before.seen.record === null || after.seen.record === null) return [{ ...NO_CHANGE, item, status: 'not_seen' }]
  return [...findContext(before.seen, after.seen), ...findChanges(before.seen, after.seen, choice)].map((line) =>
    Object.assign({ item }, line),
  )
}

type OwnLine = Omit<DiffLine, 'item'>

/** A line when the records are not comparable. */
function findContext(before: SeenRecord, after: SeenRecord): OwnLine[] {
  const member = findIncomparable(before, after)
  return member === null ? [] : [{ ...NO_CHANGE, status: 'incomparable', field: member }]
}

function findChanges(before: SeenRecord, after: SeenRecord, choice: Parameters<typeof compare>[2]): OwnLine[] {
  if (findRecordOf(before.kind) !== findRecordOf(after.kind)) return []
  return diffRecords(before, after, choice).map(({ winnerBefore, winnerAfter, ...change }) =>
    Object.assign({ status: 'changed' as const, winner_before: winnerBefore, winner_after: winnerAfter }, change),
  )
}

function printTable(lines: readonly DiffLine[]): void {
  if (lines.length === 0) return
  const hasItems = lines.some(({ item }) => item !== lines[0]?.item)
  const rows = lines.map(({ item, status, field, before, after, percent, drift }) => [
    ...(hasItems ? [item ?? ''] : []),
    field ?? '',
    status === 'changed' ? show(before) : '',
    status === 'changed' ? show(after) : '',
    percent === null ? '' : `${percent > 0 ? '+' : ''}${percent} %`,
    status === 'changed' ? (drift ? 'drift' : '') : status.replace('_', ' '),
  ])
  const headings = [...(hasItems ? ['item'] : []), 'field', 'before', 'after', 'change', 'note']
  process.stdout.write(formatTable(headings, rows, { isFitted: true }))
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
