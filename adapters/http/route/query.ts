import { describeChoice } from '../../../core/error/similar.ts'
import { findMisspelled, FORMAT_PARAM, KEY_PARAM } from '../../../core/contract/index.ts'

/** How a parameter of a query string is read. */
export interface Rule<Value> {
  /** Absent: undefined, the text is wrong. */
  readonly parse: (text: string) => Value | undefined
  /** What the text must be, worded to follow the name. */
  readonly message: string | ((text: string) => string)
}

interface Detail {
  readonly param: string
  readonly message: string
}

export type QueryReading<Params> =
  | { readonly ok: true; readonly params: Partial<Params> }
  | { readonly ok: false; readonly details: Detail[] }

const TWICE = 'must not be passed twice with different values'

/** Reads parameters of a query string, and finds every wrong one: also a name that is misspelled, and a format that the answer can't have. One that is repeated must have one value. */
export function readQuery<Params>(
  query: URLSearchParams,
  rules: { readonly [Name in keyof Params & string]: Rule<Params[Name]> },
): QueryReading<Params> {
  const params: Partial<Params> = {}
  const details: Detail[] = []
  for (const name of Object.keys(rules) as (keyof Params & string)[]) {
    const [text, ...others] = new Set(query.getAll(name))
    if (text === undefined) continue
    const value = rules[name].parse(text)
    const { message } = rules[name]
    if (value === undefined)
      details.push({ param: name, message: typeof message === 'string' ? message : message(text) })
    else if (others.length > 0) details.push({ param: name, message: TWICE })
    else params[name] = value
  }
  if (!Object.hasOwn(rules, FORMAT_PARAM) && query.getAll(FORMAT_PARAM).some((format) => format !== 'json')) {
    details.push({ param: FORMAT_PARAM, message: 'must be one of: json' })
  }
  details.push(...findMisspelled(query, [...Object.keys(rules), KEY_PARAM]))
  return details.length === 0 ? { ok: true, params } : { ok: false, details }
}

/** One of some names. */
export function choice<Name extends string>(names: readonly Name[]): Rule<Name> {
  return {
    parse: (text) => names.find((name) => name === text),
    message: (text) => describeChoice(text, names),
  }
}

const WHOLE_NUMBER = /^[0-9]{1,9}$/

/** A whole number in a range. */
export function wholeNumber(least: number, most = 999_999_999): Rule<number> {
  return {
    parse: (text) => {
      const value = WHOLE_NUMBER.test(text) ? Number(text) : NaN
      return value >= least && value <= most ? value : undefined
    },
    message: `must be a whole number from ${least} to ${most}`,
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day of the calendar. Form: `YYYY-MM-DD`. */
export const calendarDay: Rule<string> = {
  parse: (text) => {
    const timeMs = DAY.test(text) ? Date.parse(text) : NaN
    return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text) ? text : undefined
  },
  message: 'must be a day, as 2026-05-31',
}
