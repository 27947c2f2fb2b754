import { makeIssue, type Trace } from '../field/trace.ts'
import type { Words } from '../marketplace/words.ts'

/** What the values of a record, or of a row, were read from. A `Reading` is one. */
export interface Evidence {
  readonly trace: Pick<Trace, 'wins' | 'sourceOf' | 'contradict' | 'settle'>
  readonly words: Words
}

type FieldOf<Values> = Extract<keyof Values, string>

/** Something that the values of every right record have in common. */
export interface Check<Values extends object> {
  /** The two fields that contradict each other if it is broken; one, if the value alone can't be right. The issue is about the first. */
  readonly fields: readonly [FieldOf<Values>] | readonly [FieldOf<Values>, FieldOf<Values>]
  /** Why it holds. */
  readonly reason: string
  readonly isBroken: (values: Values, evidence: Evidence) => boolean
}

/** The same, with the decision where it is broken. */
export interface Invariant<Values extends object> extends Check<Values> {
  /** The values that the more specific statement of the page leaves. Default: the page does not decide, and all stay. */
  readonly settle?: (values: Values) => Partial<Values>
}

/**
 * Checks the finished values of a record, or of one of its rows. A contradiction is an issue; where the page decides,
 * the values are those that it leaves.
 */
export function checkInvariants<Values extends object>(
  values: Values,
  invariants: readonly Invariant<Values>[],
  evidence: Evidence,
): Values {
  let left = values
  for (const invariant of invariants) {
    if (invariant.isBroken(left, evidence)) left = settle(left, invariant, evidence)
  }
  return left
}

function settle<Values extends object>(
  values: Values,
  { fields: [field, other], reason, settle: decide }: Invariant<Values>,
  { trace }: Evidence,
): Values {
  const issue = makeIssue(field, trace.sourceOf(field), print(values[field]), 'inconsistent')
  const against =
    other === undefined ? null : { field: other, source: trace.sourceOf(other), text: print(values[other]) }
  trace.contradict({ ...issue, reason, ...(against === null ? {} : { against }) })
  const decided = decide?.(values) ?? {}
  for (const [name, value] of Object.entries(decided)) {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    trace.settle(name, isEmpty ? null : `field: ${other ?? field}`)
  }
  return { ...values, ...decided }
}

/** A value in a few words. */
function print(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
