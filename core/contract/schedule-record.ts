import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'
import { batchParamsSchema, batchSchema, MAX_BATCH_ITEMS } from './batch-record.ts'
import { deliverSchema } from './deliver.ts'
import { BATCH_ENDPOINTS } from './endpoints.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const uuid = v.pipe(v.string(), v.uuid())

/** Runs that the record of a schedule has. */
export const SHOWN_RUNS = 20

const head = {
  id: described(uuid, 'UUID.'),
  status: described(v.picklist(['active', 'paused']), '`paused`: see `paused_by`.'),
  paused_by: described(
    v.nullable(v.picklist(['caller', 'key'])),
    '`key`: its key was revoked or has expired, `status: active` lets it go on with the key that asks; `caller`: by its `status`. null: it is not paused.',
  ),
  endpoint: described(v.picklist(BATCH_ENDPOINTS), 'Kind of its items.'),
  item_count: described(count, 'Items of each run.'),
  every: described(v.nullable(v.string()), 'Interval between two runs. null: `cron` says when.'),
  cron: described(v.nullable(v.string()), 'null: `every` says how often.'),
  timezone: described(v.nullable(v.string()), 'Time zone of `cron`. null: UTC.'),
  metadata: batchSchema.entries.metadata,
  deliver: described(
    v.nullable(v.pick(deliverSchema, ['to', 'endpoint', 'region', 'format'])),
    'Where results are written. null: nowhere.',
  ),
  webhook_url: described(v.nullable(v.string()), 'Address that each finished batch is posted to.'),
  created_at: described(timestamp, 'When it was created.'),
  next_run_at: described(v.nullable(timestamp), 'When its next run begins. null: it is paused.'),
  last_batch_id: described(v.nullable(uuid), 'Batch of the last run. null: there was none.'),
  last_problem: described(
    v.nullable(v.picklist(['run_in_progress', 'quota_exceeded', 'pending_items_exceeded', 'deliver_failed'])),
    'Why no batch was created when a run was due last: the one before had not ended, the stored bytes of the workspace are used up, or its sandbox keys have too many pending items. `deliver_failed`: one was, but the last attempt to write its results to the bucket failed. null: neither.',
  ),
}

const runSchema = v.omit(batchSchema, ['results'])

/** A schedule without its items and runs. */
const scheduleHeadSchema = v.object(head)

/** A schedule with its items and its last runs. */
export const scheduleSchema = v.object({
  ...head,
  items: described(v.array(v.record(v.string(), v.unknown())), 'As they were submitted.'),
  runs: described(
    v.array(runSchema),
    `Batches of the last ${SHOWN_RUNS} runs that are remembered, without their results. \`deliver.last_error\` says why results could not be written. Order: newest first.`,
  ),
})

export const scheduleListSchema = v.object({
  schedules: described(v.array(scheduleHeadSchema), 'Without their items and runs. Order: newest first.'),
  next_cursor: described(v.nullable(v.string()), 'The `cursor` of the next page. null: this is the last one.'),
})

export const scheduleCreatedSchema = v.object({
  ...head,
  webhook_signature_secret: described(v.string(), 'Key for verifying webhooks and manifests of its runs.'),
})

export type ScheduleHead = v.InferOutput<typeof scheduleHeadSchema>
export type Schedule = v.InferOutput<typeof scheduleSchema>
export type ScheduleList = v.InferOutput<typeof scheduleListSchema>
export type ScheduleCreated = v.InferOutput<typeof scheduleCreatedSchema>

/** Body of the request that creates a schedule, for the OpenAPI document. */
export const scheduleParamsSchema = v.object({
  ...batchParamsSchema.entries,
  items: described(
    v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1), v.maxLength(MAX_BATCH_ITEMS)),
    'As those of a batch.',
  ),
  every: described(
    v.optional(v.nullable(v.string())),
    'Interval between two runs, such as `1d`. The first one begins at once.',
  ),
  cron: described(v.optional(v.nullable(v.string())), 'Five fields, such as `0 6 * * 1`. Not with `every`.'),
  timezone: described(
    v.optional(v.nullable(v.string())),
    'Time zone of `cron`, such as `Europe/Berlin`. Default: UTC.',
  ),
})

/** Body of the request that pauses a schedule, or lets it go on. */
export const scheduleChangeSchema = v.object({
  status: described(
    v.picklist(['active', 'paused']),
    '`paused`: no run begins; `active`: it goes on, with the key that asks.',
  ),
})
