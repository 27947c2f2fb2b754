import type { Alert, ConfirmedChange } from './look-result.ts'
import type { WatchPlan } from './plan-watch.ts'
import type { SeenValue } from './read-values.ts'
import type { WatchRule } from './rule.ts'
import type { ContextMember } from './seen-record.ts'

/** A rule as events print it. */
export interface EventRule {
  readonly field: string
  readonly when: WatchRule['when']
  readonly value: WatchRule['value']
}

/** A change as events print it. */
export interface EventChange {
  readonly field: string
  readonly before: SeenValue
  readonly after: SeenValue
  readonly delta: number | null
  readonly percent: number | null
  /** When `after` was first seen. Form: ISO 8601, in UTC. */
  readonly since: string
  readonly winner: string | null
  /** The selector that gave `before`. Absent: null, as `winnerBefore` of a change. */
  readonly winner_before: string | null
  readonly drift: boolean
  /** The rule that waited for it. Absent: null, the watch has no rules. */
  readonly rule: EventRule | null
}

/** A change whether a rule waited for it or not. */
type Confirmed = Omit<EventChange, 'rule'>

/** What the receiver of a watch gets: one event for an item and a look. */
export interface WatchEvent {
  readonly watch: string
  /** Parameters of the item. */
  readonly item: Readonly<Record<string, unknown>>
  /** Absent: null, the item has none. */
  readonly reference: string | null
  /** Time of the look. Form: ISO 8601, in UTC. */
  readonly at: string
  /** The first rule that alerts. Absent: null, the watch has no rules, or a new series began. */
  readonly rule: EventRule | null
  /** Why the looks before can't be compared with this one. Absent: null, they can. */
  readonly incomparable: ContextMember | null
  /** Empty when a new series begins. */
  readonly changes: readonly EventChange[]
}

/** What an event is about. */
export interface EventSubject {
  readonly watch: string
  readonly item: Readonly<Record<string, unknown>>
  readonly reference: string | null
  readonly atMs: number
}

/** The event of a look. Absent: null, there is nothing to tell. */
export function toWatchEvent(
  { rules }: Pick<WatchPlan, 'rules'>,
  { watch, item, reference, atMs }: EventSubject,
  { alerts, incomparable }: { readonly alerts: readonly Alert[]; readonly incomparable: ContextMember | null },
): WatchEvent | null {
  if (alerts.length === 0 && incomparable === null) return null
  const changes = alerts.map(({ rule, change }): EventChange => {
    return { ...printConfirmed(change), rule: rule === null ? null : printRule(rules[rule]) }
  })
  const [first] = changes.map(({ rule }) => rule)
  return { watch, item, reference, at: new Date(atMs).toISOString(), rule: first ?? null, incomparable, changes }
}

/** A change that a look has confirmed, as events print it. */
export function printConfirmed({ sinceMs, winner, winnerBefore, drift, ...change }: ConfirmedChange): Confirmed {
  return { ...change, since: new Date(sinceMs).toISOString(), winner, winner_before: winnerBefore, drift }
}

function printRule(rule: WatchRule | undefined): EventRule | null {
  return rule === undefined ? null : { field: rule.field, when: rule.when, value: rule.value }
}
