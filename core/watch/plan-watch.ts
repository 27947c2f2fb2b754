import type { AnyRecord } from '../record/define-record.ts'
import { parseFieldPath, type FieldPath } from './field-path.ts'
import { DEFAULT_CONFIRM, parseRules, type WatchMistake, type WatchRule } from './rule.ts'
import { parseTrack, positionPath, RANK_FIELD, withRank, type Track } from './rank/track.ts'
import { hashOf } from './schedule.ts'
import { defaultFieldsOf, selectFields, type WatchedFields } from './watched-fields.ts'

/** What a watch looks at and waits for, checked. */
export interface WatchPlan {
  readonly definition: AnyRecord
  /** The fields of the watch and of its rules. */
  readonly fields: WatchedFields
  /** As they were given. */
  readonly rules: readonly WatchRule[]
  /** The rule for every confirmed change, and then `rules`, each with its field. */
  readonly steps: readonly PlannedRule[]
  /** Absent: null, nothing is tracked. */
  readonly track: Track | null
}

/** A rule and the values that it is about. */
export interface PlannedRule {
  /** Names the rule in a state, by a hash: rules that are the same share it. */
  readonly key: string
  readonly rule: WatchRule
  /** Absent: null, every watched field. */
  readonly path: FieldPath | null
}

/** A watch as it is given. */
export interface WatchInput {
  /** Paths of fields. Default: those of the record's definition. */
  readonly fields?: unknown
  /** Default: none, every confirmed change is an alert. */
  readonly rules?: unknown
  /** Looks in a row that confirm a change. Default: 2. */
  readonly confirm?: number | undefined
  /** Products and brands of searches. Their positions are compared besides `fields`, which then has no default. Default: nothing is tracked. */
  readonly track?: unknown
}

/** A watch with mistakes in its parameters. */
export interface WrongWatch {
  readonly ok: false
  /** As in the answer of a request with status 400. */
  readonly details: readonly WatchMistake[]
}

/** Most fields of one watch. */
const MAX_FIELDS = 50

/**
 * Checks the fields and rules of a watch. A field of a rule is watched too, whether it is among the fields or not.
 *
 * @example
 * ```ts
 * import { definitions, planWatch } from 'shelfmark'
 *
 * const planned = planWatch(definitions.product, { rules: [{ field: 'price', when: 'drops_by', value: '10%' }] })
 * if (!planned.ok) console.log(planned.details) // [{ param: 'rules[0].value', message: 'must be a number ...' }]
 * ```
 */
export function planWatch(
  definition: AnyRecord,
  { fields: given, rules: givenRules = [], confirm = DEFAULT_CONFIRM, track: givenTrack }: WatchInput = {},
): { readonly ok: true; readonly plan: WatchPlan } | WrongWatch {
  const details: WatchMistake[] = []
  const isNamed = given !== undefined && given !== null
  const tracking = parseTrack(definition, givenTrack)
  if (!tracking.ok) return tracking
  const { track } = tracking
  const tracked = track?.asins.map(positionPath) ?? []
  const texts = isNamed ? given : track === null ? defaultFieldsOf(definition) : null
  const paths = toPaths(definition, [...new Set([...tracked, ...(isTexts(texts) ? texts : [])])], details)
  if (texts !== null && !isTexts(texts))
    details.push({ param: 'fields', message: `must be a list of 1 to ${MAX_FIELDS} paths of fields` })
  const parsed = parseRules(givenRules)
  if (!parsed.ok) details.push(...parsed.details)
  const rules = parsed.ok ? parsed.rules : []
  const named = rules.map(({ field }, index) => {
    const path = parseFieldPath(definition, field)
    if (typeof path === 'string') details.push({ param: `rules[${index}].field`, message: path })
    return path
  })
  if (details.length > 0) return { ok: false, details }
  const ofRules = named.flatMap((path) => (typeof path === 'string' ? [] : [path]))
  const all = [...paths, ...ofRules.filter(({ text }) => !paths.some((path) => path.text === text))]
  if (track !== null) all.push({ text: RANK_FIELD, steps: [{ field: RANK_FIELD }], isSilent: true })
  const watched = track === null ? definition : withRank(definition)
  const fields = selectFields(watched, all, [], isNamed)
  const steps = [plan(everyChange(confirm), null), ...rules.map((rule, index) => plan(rule, ofRules[index] ?? null))]
  return { ok: true, plan: { definition: watched, fields, rules, steps, track } }
}

function isTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FIELDS) return false
  return value.every((text) => typeof text === 'string')
}

function toPaths(definition: AnyRecord, texts: readonly string[], details: WatchMistake[]): FieldPath[] {
  return texts.flatMap((text) => {
    const path = parseFieldPath(definition, text)
    if (typeof path !== 'string') return [path]
    details.push({ param: 'fields', message: path })
    return []
  })
}

function everyChange(confirm: number): WatchRule {
  return { field: '', when: 'changes', value: null, confirm, cooldownMs: 0, rearm: { amount: 0, isPercent: false } }
}

function plan(rule: WatchRule, path: FieldPath | null): PlannedRule {
  const { when, value, confirm, cooldownMs, rearm } = rule
  const text = JSON.stringify([path?.text ?? '', when, value, confirm, cooldownMs, rearm.amount, rearm.isPercent])
  // Each value of each item has a state of each rule: a rule with long texts would make them many megabytes.
  const key = [text, `again ${text}`].map((part) => hashOf(part).toString(36)).join('')
  return { key, rule, path }
}
