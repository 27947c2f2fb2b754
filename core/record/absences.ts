import type { Absence, AbsenceReason, Attempt, Trace } from '../field/trace.ts'
import type { Page } from '../html/page.ts'
import { emptyValueOf, type RecordSchema } from './empty-value.ts'

/** The elements and texts of a page that say why it has no value of a field. */
export interface AbsenceEvidence {
  /** Selector, or a description of what else says it. */
  readonly source: string
  readonly text: string
  /** Why it says nothing about the field, of the reason `refused`. Absent: undefined, for other reasons. */
  readonly detail?: string
}

/** Why a page has no values of some fields, where the page itself says so. */
interface AbsenceCause<Values extends object, Source> {
  readonly reason: AbsenceReason
  readonly fields: readonly (keyof Values & string)[]
  /** Absent: null, the page does not say so. */
  readonly find: (reading: Source, values: Values) => AbsenceEvidence | null
}

/** How the absences of a record, or of one of its rows, are explained. */
export interface AbsenceRules<Values extends object, Source> {
  /** Order: the first that the page says counts. */
  readonly causes: readonly AbsenceCause<Values, Source>[]
  /** Fields that are not looked for without the value of another: that one says why. */
  readonly follows: { readonly [Field in keyof Values & string]?: keyof Values & string }
}

/** What was tried on a page. A `Reading` is one. */
export interface Tried {
  readonly page: Pick<Page, 'cut'>
  readonly trace: Pick<Trace, 'attempts' | 'sourceOf'>
}

const FALSE: unknown = false

/**
 * Why each empty field of a record, or of one of its rows, has no value. A flag that is false says no, and is not empty;
 * neither is a value that something on the page gave, such as "" for the root of all lists. Without rules, what was
 * tried says why.
 *
 * Absent: null, the attempts were not recorded.
 */
export function findAbsences<Values extends object, Source extends Tried>(
  values: Values,
  { entries = {} }: RecordSchema,
  reading: Source,
  { causes, follows }: AbsenceRules<Values, Source> = { causes: [], follows: {} },
): Absence[] | null {
  const { attempts } = reading.trace
  if (attempts === null) return null
  const stated = new Map<string, Absence>()
  for (const { reason, fields, find } of causes) {
    const missing = fields.filter((field) => !stated.has(field) && isAbsent(values[field], entries[field]))
    const evidence = missing.length === 0 ? null : find(reading, values)
    if (evidence === null) continue
    const { source, text, detail = null } = evidence
    for (const field of missing) stated.set(field, { field, reason, detail, source, text: text || null })
  }
  const tried = groupByField(attempts)
  const explain = (field: string): Absence => {
    const other: string | undefined = (follows as Readonly<Record<string, string>>)[field]
    const own = stated.get(field) ?? explainAttempts(field, tried.get(field) ?? [])
    if (own !== null) return own
    const isFollowing =
      other !== undefined && isAbsent((values as Readonly<Record<string, unknown>>)[other], entries[other])
    return isFollowing ? { ...explain(other), field } : notShown(field, reading.page)
  }
  // The page itself is added on request.
  const isEmpty = (field: string): boolean => {
    const value = (values as Readonly<Record<string, unknown>>)[field]
    const isGiven = value !== null && reading.trace.sourceOf(field) !== ''
    return field !== 'html' && !isGiven && isAbsent(value, entries[field])
  }
  return Object.keys(values)
    .filter(isEmpty)
    .map((field) => {
      const absence = explain(field)
      return absence.reason === 'not_shown' && reading.page.cut !== null ? notShown(field, reading.page) : absence
    })
}

/** Whether a value says that its page does not show the field. */
function isAbsent(value: unknown, schema: RecordSchema | undefined): boolean {
  if (schema === undefined || value === undefined || 'literal' in schema) return false
  const empty = emptyValueOf(schema)
  if (empty === undefined || empty === FALSE) return false
  return value === empty || (typeof empty === 'object' && empty !== null && isWithoutMembers(value))
}

function isWithoutMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Outcomes of candidates that say why there is no value. Order: what says most comes first. */
const TELLING = ['unreadable', 'refused', 'hidden'] as const

/** The attempt that says most. Absent: null, nothing was tried. */
function explainAttempts(field: string, attempts: readonly Attempt[]): Absence | null {
  for (const outcome of TELLING) {
    const found = attempts.find((attempt) => attempt.outcome === outcome)
    if (found === undefined) continue
    return { field, reason: outcome, detail: found.reason, source: found.source, text: found.text }
  }
  const nearest = attempts.find(({ outcome }) => outcome === 'empty') ?? attempts[0]
  if (nearest === undefined) return null
  return { field, reason: 'not_shown', detail: null, source: nearest.source, text: null }
}

/** A field without any evidence; on a cut page, it may come after the end. */
function notShown(field: string, { cut }: Pick<Page, 'cut'>): Absence {
  if (cut !== null) return { field, reason: 'cut', detail: null, source: null, text: `The page ${cut}.` }
  return { field, reason: 'not_shown', detail: null, source: null, text: null }
}

function groupByField(attempts: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  const groups = new Map<string, Attempt[]>()
  for (const attempt of attempts) {
    const group = groups.get(attempt.field)
    if (group === undefined) groups.set(attempt.field, [attempt])
    else group.push(attempt)
  }
  return groups
}
