import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'
import { RULE_KINDS } from '../watch/rule.ts'

/** Events of a watch, by the name that `X-SVC-Event` has. */
const WATCH_EVENTS = ['watch.changed', 'watch.failing', 'watch.recovered', 'watch.paused', 'watch.test'] as const

/** Name of an event of a watch. */
export type WatchEventName = (typeof WATCH_EVENTS)[number]

const timestamp = v.pipe(v.string(), v.isoTimestamp())
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const ruleSchema = v.object({
  field: described(v.string(), 'Path of the field, as it was given.'),
  when: v.picklist(RULE_KINDS),
  value: described(value, 'As it was given. null: the kind has none.'),
})

const changeEntries = {
  field: described(v.string(), 'Path of the value: `price`, `products[B0SHLF0001].price`.'),
  before: described(v.unknown(), 'null: the page did not show it.'),
  after: described(v.unknown(), 'null: the page does not show it any more.'),
  delta: described(v.nullable(v.number()), '`after` less `before`. null: one of them is not a number.'),
  percent: described(v.nullable(v.number()), 'The same in percent of `before`.'),
  since: described(timestamp, 'When `after` was first seen.'),
  winner: described(v.nullable(v.string()), 'The selector that gave `after`. null: there is no value.'),
  winner_before: described(
    v.nullable(v.string()),
    'The selector that gave `before`. null: there is no value, or the rule compares with an older one.',
  ),
  drift: described(v.boolean(), 'Whether another selector gave it than the value before.'),
}

/** A change that looks have confirmed. */
export const confirmedChangeSchema = v.object(changeEntries)

/** A change that a rule waited for. */
export const alertSchema = v.object({
  ...changeEntries,
  rule: described(v.nullable(ruleSchema), 'The rule that waited for it. null: the watch has no rules.'),
})

/** What the webhook of a watch gets. */
export const watchEventSchema = v.object({
  id: described(v.string(), 'A hash of what it says: a repeat has the same.'),
  event: v.picklist(WATCH_EVENTS),
  watch: described(v.pipe(v.string(), v.uuid()), 'Id of the watch.'),
  item: described(
    v.nullable(v.record(v.string(), v.unknown())),
    'The item as it was submitted. null: it is about the whole watch.',
  ),
  reference: described(v.nullable(v.string()), 'That of the item.'),
  at: described(timestamp, 'Time of the look.'),
  rule: described(v.nullable(ruleSchema), 'The first rule that alerts. null: the watch has none, or it is no alert.'),
  incomparable: described(
    v.nullable(v.picklist(['kind', 'domain', 'language', 'currency', 'place', 'layout'])),
    'Why the looks before can not be compared with this one: a new series begins. null: they can.',
  ),
  changes: described(v.array(alertSchema), 'Empty when a new series begins, and for events of the whole watch.'),
})

/** Body of a webhook of a watch. */
export type WatchEventBody = v.InferOutput<typeof watchEventSchema>

/** An event as it is stored: what is sent, and all changes that the look confirmed. */
export interface WatchEntry extends WatchEventBody {
  readonly confirmed: readonly v.InferOutput<typeof confirmedChangeSchema>[]
}
