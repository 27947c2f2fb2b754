import { DAY_MS, dayOf, USAGE_DAYS } from '../../../core/policy/index.ts'
import type { DayRange } from '../../store/ledger.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { calendarDay, readQuery, type QueryReading, type Rule } from '../route/query.ts'

const dayParameter = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', format: 'date' },
})

/** Days of usage, as callers choose them. */
export const dayParameters: readonly ParameterObject[] = [
  dayParameter('from', `First day, at most ${USAGE_DAYS} days ago. Default: 29 days before \`to\`.`),
  dayParameter('to', 'Last day. Default: today.'),
]

/** Days that are shown when `from` is not given. */
const DEFAULT_DAYS = 30

type Rules<Params> = { readonly [Name in keyof Params & string]: Rule<Params[Name]> }

type DaysReading<Params> =
  | { readonly ok: true; readonly params: Partial<Params> & DayRange }
  | Extract<QueryReading<Params>, { readonly ok: false }>

/** Reads days, and other parameters with them. `rules`: of the others. */
export function readDays<Params extends object>(
  query: URLSearchParams,
  rules: Rules<Params>,
  nowMs: number,
): DaysReading<Params> {
  const all = { ...rules, from: calendarDay, to: calendarDay } as Rules<Params & DayRange>
  const reading = readQuery<Params & DayRange>(query, all)
  if (!reading.ok) return reading
  const oldest = dayOf(nowMs - USAGE_DAYS * DAY_MS)
  const { to = dayOf(nowMs) } = reading.params as Partial<DayRange>
  const earliest = dayOf(Math.max(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS, Date.parse(oldest)))
  const { from = earliest } = reading.params as Partial<DayRange>
  const refuse = (param: string, message: string): DaysReading<Params> => ({ ok: false, details: [{ param, message }] })
  if (to < oldest) return refuse('to', `must not be more than ${USAGE_DAYS} days ago`)
  if (from < oldest) return refuse('from', `must not be more than ${USAGE_DAYS} days ago`)
  if (from > to) return refuse('to', 'must not be before `from`')
  return { ok: true, params: { ...reading.params, from, to } }
}
