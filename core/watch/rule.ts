import * as v from 'valibot'
import { oneOf } from '../record/params.ts'
import { parseDuration } from './duration.ts'

/** What a rule waits for. */
export const RULE_KINDS = [
  'changes',
  'drops_by',
  'rises_by',
  'below',
  'above',
  'becomes',
  'appears',
  'disappears',
  'lowest_in',
] as const

/** What a rule waits for: see `core/watch/README.md`. */
export type RuleKind = (typeof RULE_KINDS)[number]

/** A number, or a share of another number. */
export interface Amount {
  readonly amount: number
  readonly isPercent: boolean
}

/** A rule of a watch, checked. */
export interface WatchRule {
  /** Path of the field, as it was given. */
  readonly field: string
  readonly when: RuleKind
  /** As it was given. Absent: null, the kind has none. */
  readonly value: string | number | boolean | null
  /** Number of looks in a row that must show the value. */
  readonly confirm: number
  /** No second alert before. Unit: ms. 0: none. */
  readonly cooldownMs: number
  /** How far a value must go back before `below` or `above` alerts again. */
  readonly rearm: Amount
}

/** A mistake in the parameters of a watch. */
export interface WatchMistake {
  /** `rules[0].value` */
  readonly param: string
  /** Follows the name of the parameter: "must be a number". */
  readonly message: string
}

/** Looks in a row that must show a value, unless a rule says otherwise. */
export const DEFAULT_CONFIRM = 2
/** Most looks in a row that a rule can ask for. */
const MAX_CONFIRM = 5
/** Most rules of one watch. */
const MAX_RULES = 50
const MAX_TEXT = 500

const PERCENT = /^\s{0,10}(\d{1,6}(?:\.\d{1,4})?)\s?%\s{0,10}$/
const AMOUNT = 'must be a number above 0, or a percentage such as "10%"'

const amount = v.pipe(
  v.union([v.number(), v.string()], AMOUNT),
  v.transform((given): Amount | null => parseAmount(given)),
  v.check((parsed) => parsed !== null && Number.isFinite(parsed.amount) && parsed.amount > 0, AMOUNT),
)

function parseAmount(given: number | string): Amount | null {
  if (typeof given === 'number') return { amount: given, isPercent: false }
  const [, share] = PERCENT.exec(given) ?? []
  return share === undefined ? null : { amount: Number(share), isPercent: true }
}

const durationText = 'must be a duration such as "30m", "6h" or "90d"'
const duration = v.pipe(
  v.string(durationText),
  v.check((text) => parseDuration(text) !== null, durationText),
)

const NUMBER = 'must be a number'
const SCALAR = 'must be a text, a number, true or false'
const number = v.pipe(v.number(NUMBER), v.finite(NUMBER))
const scalar = v.union([v.pipe(v.string(), v.maxLength(MAX_TEXT)), v.pipe(v.number(), v.finite()), v.boolean()], SCALAR)

/** Schema of `value` by kind. Absent: the kind has no value. */
const VALUES: Partial<Record<RuleKind, v.GenericSchema>> = {
  drops_by: amount,
  rises_by: amount,
  below: number,
  above: number,
  becomes: scalar,
  lowest_in: duration,
}

const CONFIRM = `must be an integer from 1 to ${MAX_CONFIRM}`

/** A rule as it is given. `value` and `rearm` depend on `when`: `parseRules` checks them too. */
export const ruleSchema = v.strictObject(
  {
    field: v.pipe(v.string('must be the path of a field'), v.description('Path of the field.')),
    when: v.pipe(oneOf(RULE_KINDS), v.description('What it waits for.')),
    value: v.pipe(v.nullish(v.unknown()), v.description('Number, percentage, text or duration, as `when` needs it.')),
    confirm: v.pipe(
      v.nullish(
        v.pipe(v.number(CONFIRM), v.integer(CONFIRM), v.minValue(1, CONFIRM), v.maxValue(MAX_CONFIRM, CONFIRM)),
        DEFAULT_CONFIRM,
      ),
      v.description('Looks in a row that must show the value.'),
    ),
    cooldown: v.pipe(v.nullish(duration), v.description('No second alert before.')),
    rearm: v.pipe(v.nullish(amount), v.description('How far back before `below` or `above` alerts again.')),
  },
  (issue) =>
    issue.expected === 'never'
      ? 'is not a member of a rule'
      : issue.expected === 'Object'
        ? 'must be an object'
        : 'is required',
)

const NO_AMOUNT: Amount = { amount: 0, isPercent: false }

/** One rule, or its mistakes. `param`: what it is called in them. */
function parseRule(given: unknown, param: string): WatchRule | readonly WatchMistake[] {
  const parsed = v.safeParse(ruleSchema, given)
  if (!parsed.success) {
    return parsed.issues.map((issue) => {
      const path = v.getDotPath(issue)
      return { param: path === null ? param : `${param}.${path}`, message: issue.message }
    })
  }
  const { field, when, value = null, confirm, cooldown, rearm } = parsed.output
  const mistakes: WatchMistake[] = []
  const schema = VALUES[when]
  if (schema === undefined && value !== null) {
    mistakes.push({ param: `${param}.value`, message: `has no meaning for "${when}"` })
  } else if (schema !== undefined) {
    const checked = v.safeParse(schema, value)
    if (!checked.success)
      mistakes.push({
        param: `${param}.value`,
        message: value === null ? `is required for "${when}"` : checked.issues[0].message,
      })
  }
  if (rearm !== null && rearm !== undefined && when !== 'below' && when !== 'above') {
    mistakes.push({ param: `${param}.rearm`, message: 'has a meaning only for "below" and "above"' })
  }
  if (mistakes.length > 0) return mistakes
  const cooldownMs = typeof cooldown === 'string' ? (parseDuration(cooldown) ?? 0) : 0
  return { field, when, value: value as WatchRule['value'], confirm, cooldownMs, rearm: rearm ?? NO_AMOUNT }
}

/** The rules, or all mistakes in them. Their fields are not checked yet. */
export function parseRules(
  given: unknown,
):
  | { readonly ok: true; readonly rules: readonly WatchRule[] }
  | { readonly ok: false; readonly details: readonly WatchMistake[] } {
  if (!Array.isArray(given) || given.length > MAX_RULES) {
    return { ok: false, details: [{ param: 'rules', message: `must be a list of at most ${MAX_RULES} rules` }] }
  }
  const parsed = given.map((rule: unknown, index) => parseRule(rule, `rules[${index}]`))
  const details = parsed.flatMap((one) => ('when' in one ? [] : one))
  if (details.length > 0) return { ok: false, details }
  return { ok: true, rules: parsed.flatMap((one) => ('when' in one ? [one] : [])) }
}

/** The amount of `drops_by` and `rises_by`. Absent: null, the rule has none. */
export function amountOf({ value }: Pick<WatchRule, 'value'>): Amount | null {
  return typeof value === 'number' || typeof value === 'string' ? parseAmount(value) : null
}

/** An amount in the unit of the number that it is a share of. */
export function resolveAmount({ amount: given, isPercent }: Amount, of: number): number {
  return isPercent ? (Math.abs(of) * given) / 100 : given
}
