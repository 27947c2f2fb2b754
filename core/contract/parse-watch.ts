import * as v from 'valibot'
import type { AnyRecord } from '../record/define-record.ts'
import { parseDuration } from '../watch/duration.ts'
import { planWatch, type WatchPlan } from '../watch/plan-watch.ts'
import { isUntracked } from '../watch/rank/track.ts'
import { DEFAULT_CONFIRM, ruleSchema } from '../watch/rule.ts'
import { MAX_INTERVAL_MS } from '../watch/schedule.ts'
import type { WatchTerms } from '../watch/watch-terms.ts'
import type { ParamDetail } from './params.ts'
import { keepMembers } from './parse-batch.ts'

/** Least and greatest time for which looks are kept. Unit: ms. */
const [MIN_KEEP_MS, MAX_KEEP_MS] = [90 * 86_400_000, 10 * 365 * 86_400_000]

/** Terms of a watch that are not given. */
export const DEFAULT_TERMS: WatchTerms = {
  every: null,
  cron: null,
  timezone: null,
  fields: null,
  rules: [],
  confirm: DEFAULT_CONFIRM,
  max_credits_per_month: null,
  keep: '1y',
  track: null,
}

/** Members of a body that are terms. */
export const TERM_MEMBERS = Object.keys(DEFAULT_TERMS) as readonly (keyof WatchTerms)[]

/** Parameters of an item that change what is answered, and not what is looked at. */
export const WITHOUT_MEANING: readonly string[] = ['add_html', 'explain', 'fields', 'screenshot']

/** Members of a rule. */
const RULE_MEMBERS = Object.keys(ruleSchema.entries)

type Body = Readonly<Record<string, unknown>>

export interface TermRules {
  /** Absent: null, the endpoint is not known: fields and rules can't be checked. */
  readonly definition: AnyRecord | null
  /** Least interval of the plan. Unit: ms. */
  readonly leastMs: number
}

/** Most characters of the fields and rules of a watch, as JSON: each run reads them, and lists of watches have them. */
const MAX_TERMS = 20_000
const TERMS = `must have, with fields, at most ${MAX_TERMS} characters as JSON`
const CONFIRM = 'must be an integer from 1 to 5'
const CREDITS = 'must be a whole number of credits from 1 on'
const text = v.nullable(v.pipe(v.string('must be a text'), v.maxLength(200, 'must have at most 200 characters')))

const members = {
  every: text,
  cron: text,
  timezone: text,
  confirm: v.pipe(v.number(CONFIRM), v.integer(CONFIRM), v.minValue(1, CONFIRM), v.maxValue(5, CONFIRM)),
  max_credits_per_month: v.nullable(v.pipe(v.number(CREDITS), v.safeInteger(CREDITS), v.minValue(1, CREDITS))),
  keep: v.pipe(
    v.string('must be a duration from 90d to 10y'),
    v.check((keep) => isWithin(keep, MIN_KEEP_MS, MAX_KEEP_MS), 'must be a duration from 90d to 10y'),
  ),
}

/**
 * The terms of a watch, or all mistakes in them. A member that is null counts as not given; one that is not given stays
 * as it is in `known`. The times of a cron line and the name of its time zone are not checked yet.
 */
export function parseWatchTerms(
  body: Body,
  { definition, leastMs }: TermRules,
  known: WatchTerms = DEFAULT_TERMS,
): { readonly terms: WatchTerms; readonly details: readonly ParamDetail[] } {
  const given = Object.fromEntries(
    TERM_MEMBERS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? DEFAULT_TERMS[name]]])),
  )
  // The other of the two ways to say when is replaced.
  const replaced = {
    ...(given['cron'] === undefined || given['cron'] === null || given['every'] !== undefined ? {} : { every: null }),
    ...(given['every'] === undefined || given['every'] === null || given['cron'] !== undefined
      ? {}
      : { cron: null, timezone: null }),
  }
  const terms = { ...known, ...replaced, ...given } as WatchTerms
  const details: ParamDetail[] = Object.entries(members).flatMap(([param, schema]) => {
    const parsed = v.safeParse(schema, terms[param as keyof typeof members], { abortPipeEarly: true })
    return parsed.success ? [] : [{ param, message: parsed.issues[0].message }]
  })
  details.push(...findScheduleMistakes(terms, leastMs))
  if (definition === null) return { terms, details }
  const { fields, rules, track } = terms
  const planned = planWatch(definition, { fields, rules, track })
  if (!planned.ok) return { terms, details: [...details, ...planned.details] }
  // A watch of an earlier version may have such a rule: what else is changed leaves it.
  if (given['rules'] !== undefined || given['track'] !== undefined) details.push(...findUntracked(planned.plan))
  if (JSON.stringify([fields, rules]).length > MAX_TERMS) details.push({ param: 'rules', message: TERMS })
  // A replay shows them as the first answer did, whatever the order of their members.
  const ordered = rules.map((rule) => keepMembers(rule as Body, RULE_MEMBERS))
  return { terms: { ...terms, rules: ordered, track: planned.plan.track }, details }
}

/** Rules that wait for the position of a product that is not tracked. */
function findUntracked({ rules, track }: WatchPlan): readonly ParamDetail[] {
  if (track === null) return []
  return rules.flatMap(({ field }, index) =>
    isUntracked(track, field.trim())
      ? [{ param: `rules[${index}].field`, message: 'must name a product of track.asins' }]
      : [],
  )
}

function findScheduleMistakes({ every, cron, timezone }: WatchTerms, leastMs: number): readonly ParamDetail[] {
  if (every === null && cron === null) return [{ param: 'every', message: 'is required, or cron' }]
  const isWrong = typeof every === 'string' && !isWithin(every, leastMs, MAX_INTERVAL_MS)
  return [
    ...(isWrong ? [{ param: 'every', message: everyRule(leastMs) }] : []),
    ...(every !== null && cron !== null ? [{ param: 'cron', message: 'must not be given with every' }] : []),
    ...(timezone !== null && cron === null ? [{ param: 'timezone', message: 'has a meaning only with cron' }] : []),
  ]
}

/** What `every` must be on a plan, worded to follow its name. */
export function everyRule(leastMs: number): string {
  return `must be a duration from ${printDuration(leastMs)} to 30d on this plan, such as "6h"`
}

function isWithin(duration: string, leastMs: number, mostMs: number): boolean {
  const ms = parseDuration(duration)
  return ms !== null && ms >= leastMs && ms <= mostMs
}

/** A duration of whole minutes, as `15m` or `6h`. */
function printDuration(ms: number): string {
  const minutes = ms / 60_000
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}
