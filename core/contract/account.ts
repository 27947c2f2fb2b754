import * as v from 'valibot'
import { PLAN_NAMES } from '../policy/index.ts'
import { described } from '../record/schema-parts.ts'
import { BATCH_ENDPOINTS } from './endpoints.ts'
import { keyKind, keyPrefix, keySchema } from './keys.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const day = v.pipe(v.string(), v.isoDate())

const ceilingsSchema = v.object({
  concurrency: described(count, 'Requests of a key in flight at the same time.'),
  sustained_per_second: described(count, 'Requests a second that a key can sustain.'),
  burst_per_second: described(count, 'Requests a second that a key can sustain for 3 seconds.'),
  pending_items: described(
    v.nullable(count),
    'Items of batches without a result, of the sandbox keys of the workspace. null: a live key, which has no such limit.',
  ),
  stored_bytes: described(count, 'Bytes of inputs, results and records of batches, of the workspace.'),
})

/** What the workspace of a key has, and has used. Credits are those of the calendar month, in UTC. */
export const accountSchema = v.object({
  plan: v.picklist(PLAN_NAMES),
  kind: described(
    keyKind,
    'Kind of the key that asks. `keys`, `pending_items` and `stored_bytes` are those of its kind.',
  ),
  allowance: described(
    v.nullable(count),
    'Credits that the month includes. null: a sandbox key, which is never charged.',
  ),
  spending_cap: described(
    v.nullable(count),
    'Credits of the month above which requests get 402, also with pay-as-you-go. null: no such limit, or a sandbox key.',
  ),
  used: described(count, 'Credits charged in the month. 0 for a sandbox key.'),
  remaining: described(
    v.nullable(count),
    'Credits of the allowance that are left, within the spending cap. null: a sandbox key.',
  ),
  pay_as_you_go: described(v.boolean(), 'Whether requests beyond the allowance are charged. Otherwise they get 402.'),
  resets_at: described(timestamp, 'When the next month begins, with nothing used.'),
  ceilings: ceilingsSchema,
  stored_bytes: described(count, 'Bytes of inputs, results and records of batches that are stored now.'),
  keys: described(v.array(keySchema), 'Keys that work now. Order: creation.'),
})

export type Account = v.InferOutput<typeof accountSchema>

const sums = {
  charges: described(count, 'Charged requests. A search of several pages is one.'),
  credits: described(count, 'Credits charged.'),
}

/** What a workspace was charged, by day, key and endpoint. */
export const usageSchema = v.object({
  from: described(day, 'First day, in UTC.'),
  to: described(day, 'Last day, in UTC.'),
  total: v.object(sums),
  rows: described(
    v.array(
      v.object({
        day: described(day, 'In UTC.'),
        key: keyPrefix,
        endpoint: v.picklist(BATCH_ENDPOINTS),
        ...sums,
      }),
    ),
    'Days, keys and endpoints with charges; revoked keys included. Order: day, key, endpoint.',
  ),
})

export type Usage = v.InferOutput<typeof usageSchema>

/** What a workspace was charged in some days, by the references of the items of its batches. */
export const referenceUsageSchema = v.object({
  from: described(day, 'First day, in UTC.'),
  to: described(day, 'Last day, in UTC.'),
  total: described(v.object(sums), 'Of all pages.'),
  rows: described(
    v.array(
      v.object({
        reference: described(
          v.nullable(v.string()),
          'Of the items that were charged. null: requests, items without a reference, and references of days with too many.',
        ),
        endpoint: v.picklist(BATCH_ENDPOINTS),
        ...sums,
      }),
    ),
    'References and endpoints with charges. Order: null, then by reference; endpoint.',
  ),
  next_cursor: described(v.nullable(v.string()), '`cursor` of the next page. null: this is the last one.'),
})

export type ReferenceUsage = v.InferOutput<typeof referenceUsageSchema>
