import type { ExplainArgs } from './page-arguments.ts'
import {
  fieldOfPath,
  findRecordOf,
  parseRowPath,
  type Attempt,
  type Provenance,
  type RecordName,
} from '../../core/index.ts'
import { flatten } from '../pages/golden/compare.ts'
import { requireRecordOf } from '../pages/golden/expectation.ts'
import { extractNamed, type NamedExtraction, type PageExtraction } from '../pages/extract-page.ts'
import { EXIT, fail, orFail, requireKnown } from './exit.ts'
import { describeMissingRecord, readPageOptions, requirePage } from './read-pages.ts'
import { formatTable, type RowStyle } from './table.ts'
import { describeAbsence } from '../describe-absence.ts'
import { describeContradictions } from '../describe-contradiction.ts'
import { escapeControls } from '../escape-controls.ts'
import { print } from './print.ts'

/** Runs the command `explain`. */
export async function runExplain(args: ExplainArgs): Promise<void> {
  const { url, status, contentType, bytes } = await requirePage(args.page)
  const { record: named = null, ...known } = readPageOptions(args)
  const options = { ...known, url, status, contentType, explain: true }
  const extraction = { named, ...(await orFail(() => extractNamed(named, bytes, options))) }
  const { record, kind, evidence, issues } = extraction
  if (record === null) {
    const output = args.json ? process.stderr : process.stdout
    output.write(`${escapeControls(describeMissingRecord(kind, evidence, issues))}\n`)
    process.exitCode = EXIT.failed
  }
  const values = record === null ? {} : flatten(requireRecordOf(kind, named ?? undefined), record)
  if (args.json) {
    print(`${JSON.stringify(selectProvenance(extraction, values, args.field), null, 2)}\n`)
  } else if (record !== null) {
    const { field = null } = args
    process.stdout.write(field === null ? explainAll(extraction, values) : explainField(extraction, values, field))
    const found = describeContradictions(extraction.issues, field)
    if (found.length > 0) process.stdout.write(`\nInconsistent:\n${found.map(toLine).join('')}`)
  }
}

function toLine(text: string): string {
  return `  ${escapeControls(text)}\n`
}

type Values = ReturnType<typeof flatten>

/** A page, and the record that was named. */
type Explained = (PageExtraction | NamedExtraction) & { readonly named: RecordName | null }

/** A line for each field, with its source and value. Of a record with rows, a line for each field and source, then its own fields. */
function explainAll(extraction: Explained, values: Values): string {
  const paths = Object.keys(values)
  const ofRows = paths.filter((path) => parseRowPath(path) !== null)
  if (ofRows.length === 0) return explainPaths('field', paths, extraction, values)
  const fields = new Set(ofRows.map(fieldOfPath))
  const rows = [...fields].flatMap((field) => {
    const sources = ofRows.filter((path) => fieldOfPath(path) === field).map((path) => sourceOf(extraction, path))
    return [...new Set(sources)].map((source) => {
      const count = sources.filter((other) => other === source).length
      return [field, source, String(count)]
    })
  })
  const ofRecord = paths.filter((path) => parseRowPath(path) === null && sourceOf(extraction, path) !== '')
  const own = ofRecord.map((path) => [path, sourceOf(extraction, path), ''])
  return formatTable(['field', 'read from', `${rowNameOf(extraction)}s`], [...rows, ...own], { isFitted: true })
}

/** Winners, issues and attempts of all fields, or of one: of a row, of all rows, or of the record. */
function selectProvenance(extraction: Explained, values: Values, field: string | undefined): Provenance {
  const { winners, issues, attempts, absences }: Provenance = extraction
  if (field === undefined) return { winners, issues, attempts, absences }
  const paths = Object.keys(values)
  const owner = findOwner(values, field)
  if (owner !== null) return selectProvenance(extraction, values, owner)
  if (paths.length > 0 && !paths.includes(field)) requireKnown('field', field, [...new Set(paths.map(fieldOfPath))])
  /** `buybox.returns` is a member of `buybox`. */
  const isOf = (path: string): boolean => [path, fieldOfPath(path)].some((name) => `${name}.`.startsWith(`${field}.`))
  return {
    winners: Object.fromEntries(Object.entries(winners).filter(([path]) => isOf(path))),
    issues: issues.filter((issue) => isOf(issue.field)),
    attempts: attempts?.filter((attempt) => isOf(attempt.field)) ?? null,
    absences: absences?.filter((absence) => isOf(absence.field)) ?? null,
  }
}

function explainPaths(heading: string, paths: readonly string[], extraction: Explained, values: Values): string {
  const rows = paths.map((path) => [path, sourceOf(extraction, path), JSON.stringify(values[path])])
  return formatTable([heading, 'read from', 'value'], rows, { isFitted: true })
}

/** What a row of the record is called: "card". */
function rowNameOf({ kind, named }: Explained): string {
  return findRecordOf(kind, named)?.rows?.name ?? ''
}

function sourceOf({ winners, issues, absences }: Provenance, path: string): string {
  const issue = issues.find(({ field, problem }) => field === path && problem !== 'inconsistent')
  const absence = absences?.find(({ field }) => field === path)
  const why = absence === undefined || absence.reason === 'not_shown' ? '' : absence.reason
  return winners[path] ?? (issue === undefined ? why : `unreadable: ${issue.source}`)
}

/** A line for each candidate of one field. For a field of all rows, a line for each row. */
function explainField(extraction: Explained, values: Values, field: string): string {
  if (field in values) return explainCandidates(extraction, field, { path: field, value: values[field] })
  const owner = findOwner(values, field)
  if (owner !== null)
    return explainCandidates(extraction, owner, { path: field, value: readMember(values, owner, field) })
  const paths = Object.keys(values)
  const known = requireKnown('field', field, [...new Set(paths.map(fieldOfPath))])
  return explainPaths(
    rowNameOf(extraction),
    paths.filter((path) => fieldOfPath(path) === known),
    extraction,
    values,
  )
}

/** The field that a path such as `formats[2].price` begins with. Absent: null. */
function findOwner(values: Values, path: string): string | null {
  return Object.keys(values).find((name) => path.startsWith(`${name}.`) || path.startsWith(`${name}[`)) ?? null
}

const STEPS = /\.([^.[]+)|\[(\d+)\]/g

/** A member of a field's value. Ends the command when the value has no such member. */
function readMember(values: Values, field: string, path: string): unknown {
  let value: unknown = values[field]
  for (const [, name, index] of path.slice(field.length).matchAll(STEPS)) {
    const key = name ?? index ?? ''
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return fail(`This page has no ${path}: its ${field} is ${JSON.stringify(values[field])}.`)
    }
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}

/**
 * A row for each candidate that was tried. Only a row that gave the field its value says `won`.
 * A row that gave a value to a part of the field, or to another offer, says `read`.
 */
function explainCandidates(
  { attempts, winners, absences }: Provenance,
  field: string,
  { path, value }: { readonly path: string; readonly value: unknown },
): string {
  const own = (attempts ?? []).filter((attempt) => attempt.field === field)
  const absence = absences?.find((own) => own.field === field)
  const why = absence === undefined ? '' : `because: ${escapeControls(describeAbsence(absence))}\n`
  const result = `${path} = ${escapeControls(JSON.stringify(value, null, 2))}\n${why}`
  if (own.length === 0) return `No candidate was tried for "${field}" on this page.\n\n${result}`
  const winner = isEmpty(value) ? null : findWinner(own, winners[field])
  const rows = own.map((attempt) => {
    const { part, source, found, text } = attempt
    return [describeOutcome(attempt, attempt === winner), part ?? '', source, String(found), text ?? '']
  })
  const hasParts = own.some(({ part }) => part !== null)
  const [headings = [], ...cells] = hasParts ? [COLUMNS, ...rows] : [COLUMNS, ...rows].map((row) => row.toSpliced(1, 1))
  return `${formatTable(headings, distinct(cells), { styleOf: ([outcome = '']) => styleOfOutcome(outcome) })}\n${result}`
}

function styleOfOutcome(outcome: string): RowStyle | null {
  if (outcome === 'won') return 'green'
  if (outcome === 'absent') return 'dim'
  return outcome.startsWith('refused') ? 'yellow' : null
}

const COLUMNS = ['outcome', 'part', 'tried', 'found', 'text']

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The attempt that gave a field its whole value. Absent: null, several gave a part each. */
function findWinner(attempts: readonly Attempt[], source: string | undefined): Attempt | null {
  const successes = attempts.filter(({ outcome }) => outcome === 'won')
  const winner = successes.find((attempt) => attempt.source === source)
  return winner !== undefined && (winner.part === null || successes.length === 1) ? winner : null
}

function describeOutcome({ outcome, reason }: Attempt, isWinner: boolean): string {
  if (outcome === 'won' && !isWinner) return 'read'
  return reason === null ? outcome : `${outcome}: ${reason}`
}

function distinct(rows: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}
