import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'
import { trackParamsSchema, trackSchema } from '../watch/rank/track.ts'
import { RULE_KINDS } from '../watch/rule.ts'
import { batchSchema, MAX_BATCH_ITEMS } from './batch-record.ts'
import { BATCH_ENDPOINTS } from './endpoints.ts'
import { alertSchema, confirmedChangeSchema, watchEventSchema } from './watch-event.ts'

/** Values of `status` of a watch. */
export const WATCH_STATUSES = ['active', 'paused', 'failing'] as const

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const uuid = v.pipe(v.string(), v.uuid())
const itemInputSchema = v.record(v.string(), v.unknown())
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const rules = v.array(v.record(v.string(), v.unknown()))

const amount = v.union([v.number(), v.string()])

/** A rule as it is given, for the OpenAPI document; `planWatch` parses it. */
const ruleParamsSchema = v.object({
  field: described(v.string(), 'Path of the field.'),
  when: described(v.picklist(RULE_KINDS), 'What it waits for.'),
  value: described(
    v.optional(value),
    'As `when` needs it: a number, a percentage such as `10%`, a text, or for `lowest_in` a duration such as `90d`.',
  ),
  confirm: described(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)))),
    'Looks in a row that must show the value. Default: 2.',
  ),
  cooldown: described(v.optional(v.nullable(v.string())), 'No second alert before: a duration such as `24h`.'),
  rearm: described(
    v.optional(v.nullable(amount)),
    'How far the value must go back before `below` or `above` alerts again: a number, or a percentage.',
  ),
})

const watchedItemSchema = v.object({
  index: described(count, 'Position of the item among all that were added, from 0: `item` of `series`.'),
  input: described(itemInputSchema, 'The item as it was submitted.'),
  next_look_at: described(timestamp, 'When it is looked at next, while the watch runs.'),
})

const head = {
  id: described(uuid, 'UUID.'),
  status: described(
    v.picklist(WATCH_STATUSES),
    '`failing`: several runs in a row saw no record, and it looks less often, up to once a day; `paused`: see `paused_by`.',
  ),
  paused_by: described(
    v.nullable(v.picklist(['caller', 'key', 'credits', 'workspace'])),
    '`credits`: `max_credits_per_month` is reached; it goes on with the next month; `workspace`: the workspace has no credits for a look, it goes on when it has; `key`: its key was revoked or has expired, `status: active` lets it go on with the key that asks; `caller`: by its `status`. null: it is not paused.',
  ),
  endpoint: described(v.picklist(BATCH_ENDPOINTS), 'Kind of its items.'),
  item_count: described(count, 'Items that it looks at.'),
  every: described(v.nullable(v.string()), 'Interval between two looks at an item. null: `cron` says when.'),
  cron: described(v.nullable(v.string()), 'null: `every` says how often.'),
  timezone: described(v.nullable(v.string()), 'Time zone of `cron`. null: UTC.'),
  fields: described(v.nullable(v.array(v.string())), 'null: those of its kind of items.'),
  rules: described(rules, 'Empty: every confirmed change is an alert.'),
  confirm: described(count, 'Looks in a row that confirm a change.'),
  max_credits_per_month: described(v.nullable(count), 'null: no limit.'),
  keep: described(v.string(), 'How long looks, points and events are kept.'),
  track: described(v.nullable(trackSchema), 'What is tracked in searches: see `rank`. null: nothing.'),
  webhook_url: described(v.nullable(v.string()), 'Address that events are posted to.'),
  created_at: described(timestamp, 'When it was created.'),
  next_run_at: described(v.nullable(timestamp), 'When its next run begins, at the latest. null: it is paused.'),
  is_running: described(v.boolean(), 'Whether a run is in progress.'),
  looks_count: described(count, 'Looks so far, those too that saw nothing.'),
  seen_count: described(count, 'Looks that saw a record.'),
  last_look_at: described(v.nullable(timestamp), 'When an item was last looked at. null: there was no look yet.'),
  credits_charged: described(count, 'Credits spent so far.'),
  credits_this_month: described(count, 'Credits spent in the month of its last run, in UTC.'),
}

/** A watch without its items. */
export const watchHeadSchema = v.object(head)

export type WatchHead = v.InferOutput<typeof watchHeadSchema>

/** A watch with its items. */
export const watchSchema = v.object({
  ...head,
  items: described(v.array(watchedItemSchema), 'Order: as they were added.'),
})

/** A watch with its items. */
export type Watch = v.InferOutput<typeof watchSchema>

/** A watch that was created. */
export const watchCreatedSchema = v.object({
  ...head,
  webhook_signature_secret: described(
    v.pipe(v.string(), v.regex(/^whsec_(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43})$/)),
    'Key for verifying the signatures of its events. It is shown only here.',
  ),
})

export type WatchCreated = v.InferOutput<typeof watchCreatedSchema>

/** A page of the watches of a workspace. */
export const watchListSchema = v.object({
  watches: described(v.array(watchHeadSchema), 'Without their items. Order: newest first.'),
  next_cursor: described(v.nullable(v.string()), 'The `cursor` of the next page. null: this is the last one.'),
})

export type WatchList = v.InferOutput<typeof watchListSchema>

const terms = {
  every: described(
    v.optional(v.nullable(v.string())),
    'Interval between two looks at an item: `15m` to `30d`; the least one is that of the plan: free 6h, vibe 1h, others 15m. Items are spread over it.',
  ),
  cron: described(
    v.optional(v.nullable(v.string())),
    'Instead of `every`: five fields, such as `0 7,19 * * *`. All items are looked at then.',
  ),
  timezone: described(
    v.optional(v.nullable(v.string())),
    'Time zone of `cron`, such as `Europe/Berlin`. Default: UTC.',
  ),
  fields: described(
    v.optional(v.nullable(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50)))),
    'Paths of the fields that are compared: `price`, `sales_rank[0].rank`. Default: those that matter for its kind of items.',
  ),
  rules: described(
    v.optional(v.nullable(v.pipe(v.array(ruleParamsSchema), v.maxLength(50)))),
    'What is an alert. Default: every confirmed change.',
  ),
  confirm: described(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)))),
    'Looks in a row that confirm a change when there are no rules. Default: 2; the second look comes after 10 minutes.',
  ),
  max_credits_per_month: described(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))),
    'A look that would exceed it is not made: the watch is paused until the next month. Default: no limit.',
  ),
  keep: described(
    v.optional(v.nullable(v.string())),
    'How long looks, points and events are kept: `90d` to `10y`. Default: `1y`.',
  ),
  track: described(
    v.optional(v.nullable(trackParamsSchema)),
    'Of searches: products and brands whose rank is kept. Positions of the products are compared besides `fields`, whose default is then none.',
  ),
  webhook_url: described(
    v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2048)))),
    'A public https address. Events are posted to it. Default: they are only read.',
  ),
}

/** Body of the request that creates a watch, for the OpenAPI document. */
export const watchParamsSchema = v.objectWithRest(
  {
    endpoint: described(v.picklist(BATCH_ENDPOINTS), 'Kind of its items.'),
    items: described(
      v.pipe(v.array(itemInputSchema), v.minLength(1), v.maxLength(MAX_BATCH_ITEMS)),
      'Items as those of a batch, with an optional `reference` that comes back in events. Without `add_html`, `explain`, `fields` and `screenshot`.',
    ),
    ...terms,
  },
  v.unknown(),
)

/** Body of the request that adds items to a watch, for the OpenAPI document. */
export const watchItemsSchema = v.objectWithRest({ items: watchParamsSchema.entries.items }, v.unknown())

/** Body of the request that changes a watch, for the OpenAPI document. */
export const watchChangeSchema = v.objectWithRest(
  {
    status: described(v.optional(v.picklist(['active', 'paused'])), '`active` ends a pause.'),
    ...terms,
  },
  v.unknown(),
)

/** Answer to a request that makes a watch do something. */
export const watchActionSchema = v.object({
  id: described(uuid, 'UUID of the watch.'),
  events: described(
    count,
    'Events that the request itself made due to be sent. 0 for `run`: its looks come later, and `changes` tells what they find.',
  ),
})

export type WatchAction = v.InferOutput<typeof watchActionSchema>

const { changes: _, ...eventEntries } = watchEventSchema.entries

/** A change of a watch, as a line. */
export const watchChangeEntrySchema = v.object({
  ...eventEntries,
  changes: described(
    v.array(confirmedChangeSchema),
    'All that the look confirmed, whether a rule waited for it or not.',
  ),
  alerts: described(v.array(alertSchema), '`changes` of the event that was sent. Empty: nothing was.'),
  webhook_delivery_status: batchSchema.entries.webhook_delivery_status,
  webhook_last_error: batchSchema.entries.webhook_last_error,
})

/** What happened to the items of a watch. */
export const watchChangesSchema = v.object({
  changes: described(v.array(watchChangeEntrySchema), 'Order: as they happened.'),
  next_cursor: described(
    v.nullable(v.string()),
    'The `cursor` of the next page, also of one that is still empty. null: nothing has happened yet.',
  ),
  has_more: described(v.boolean(), 'Whether the next page has changes already.'),
})

/** A page of the changes of a watch, oldest first. */
export type WatchChanges = v.InferOutput<typeof watchChangesSchema>

const pointSchema = v.object({
  at: described(timestamp, 'Time of the look.'),
  value: described(value, 'It holds until the next point. null: the page showed none. Lists and maps are JSON.'),
  series: described(count, 'Points of different series are not comparable: another place, currency or language.'),
  place: described(v.nullable(v.string()), 'Place of delivery of the series. null: unknown.'),
  winner: described(v.nullable(v.string()), 'The selector that gave it.'),
})

/** The values of a field of an item. */
export const seriesSchema = v.object({
  watch: described(uuid, 'UUID of the watch.'),
  item: described(count, 'Index of the item.'),
  field: described(v.string(), 'Path of the value.'),
  from: described(timestamp, 'Begin of the span.'),
  to: described(timestamp, 'End of the span, or of its first part: see `next_from`.'),
  points: described(v.array(pointSchema), 'The first one may be earlier than the span: it holds at its begin.'),
  gaps: described(
    v.array(
      v.object({
        from: described(timestamp, 'The first look that did not see it.'),
        to: described(v.nullable(timestamp), 'The next look that did. null: there was none in the span.'),
      }),
    ),
    'Times in which nobody saw the field.',
  ),
  last_look_at: described(v.nullable(timestamp), 'The last look of the span. null: there was none.'),
  next_from: described(
    v.nullable(timestamp),
    '`from` of the request that reads on: the span has more than an answer does. null: this is all of it.',
  ),
})

/** The values of a field of an item over time. */
export type Series = v.InferOutput<typeof seriesSchema>

/** A point or a gap of a series, as a line or a row of a table. */
export const seriesRowSchema = v.object({
  kind: v.picklist(['point', 'gap']),
  at: described(timestamp, 'Time of the look; of a gap, its begin.'),
  until: described(v.nullable(timestamp), 'End of a gap. null: it goes on, or it is a point.'),
  value: described(value, 'null: none, or a gap.'),
  series: described(v.nullable(count), 'null: a gap.'),
  place: described(v.nullable(v.string()), 'null: unknown, or a gap.'),
  winner: described(v.nullable(v.string()), 'null: no value, or a gap.'),
})

export type SeriesRow = v.InferOutput<typeof seriesRowSchema>
