import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'

const timestamp = v.pipe(v.string(), v.isoTimestamp())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const value = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

/** Why the last look at an item gave no record. */
const unseenSchema = v.object({
  reason: described(
    v.string(),
    'Code of the error that a request would have got: `product_not_found`, `target_unreachable`.',
  ),
  since: described(timestamp, 'The first of these looks.'),
  attempts: described(count, 'Looks in a row that gave no record: 100 means 100 or more.'),
})

/** The present values of an item. */
export const itemValuesSchema = v.object({
  index: described(count, '`item` of `series`.'),
  reference: described(v.nullable(v.string()), 'null: the item has none.'),
  input: described(v.record(v.string(), v.unknown()), 'The item as it was submitted, without its reference.'),
  last_look_at: described(v.nullable(timestamp), 'null: there was no look yet.'),
  next_look_at: described(timestamp, 'When it is looked at next, while the watch runs.'),
  unseen: described(v.nullable(unseenSchema), 'Why it is not seen now. null: the last look saw it, or there was none.'),
  values: described(
    v.record(v.string(), value),
    'By path, as the last look that saw the item read them: `field` of `series`. Lists and maps are JSON.',
  ),
})

export type ItemValues = v.InferOutput<typeof itemValuesSchema>

/** The present values of all items of a watch. */
export const watchValuesSchema = v.object({
  watch: described(v.pipe(v.string(), v.uuid()), 'UUID of the watch.'),
  paths: described(v.array(v.string()), 'Paths that some of these items have a value for.'),
  items: described(v.array(itemValuesSchema), 'Order: index.'),
  next_from: described(
    v.nullable(count),
    '`from` of the request that reads on: the items have more values than an answer does. null: these are all.',
  ),
})

export type WatchValues = v.InferOutput<typeof watchValuesSchema>
