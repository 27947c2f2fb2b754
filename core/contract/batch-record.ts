import * as v from 'valibot'
import { KEPT_ATTEMPTS } from '../policy/index.ts'
import { described } from '../record/schema-parts.ts'
import { deliverParamsSchema, deliverSchema } from './deliver.ts'
import { BATCH_ENDPOINTS } from './endpoints.ts'
import { ERRORS } from './errors.ts'
import { RETRIEVAL_ERRORS } from './retrieval-errors.ts'
import { metadataSchema } from './metadata.ts'
import { answerSchemas, partSchemas } from './provenance.ts'
import { PROVEN_BY } from './proven-by.ts'

/** Items that a batch may have; at least 1. */
export const MAX_BATCH_ITEMS = 1000

/** Values of `status` of a batch. */
export const BATCH_STATUSES = ['pending', 'running', 'complete', 'failed'] as const

/** Values of `status` of a result. */
export const ITEM_STATUSES = ['ok', 'error'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Values of `webhook_delivery_status` of a batch that has a webhook. */
const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed'] as const

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const uuid = v.pipe(v.string(), v.uuid())

/** An item: an object with the parameters of its endpoint, and `reference`. */
const itemInputSchema = v.record(v.string(), v.unknown())

/** Bodies of errors that an item can end with. */
const itemErrorSchema = v.union([
  ...RETRIEVAL_ERRORS.map((code) => ERRORS[code].schema),
  ERRORS.insufficient_credits.schema,
  ERRORS.batch_aborted.schema,
  ERRORS.quota_exceeded.schema,
  ERRORS.internal_error.schema,
  ERRORS.not_implemented.schema,
])

/** Result of an item. */
export const itemResultSchema = v.object({
  index: described(count, 'Position of the item in the request, from 0.'),
  input: described(itemInputSchema, 'The item as it was submitted: its known members, and `reference`.'),
  status: described(v.picklist(ITEM_STATUSES), '`ok`: see `data`; `error`: see `error`.'),
  http_status: described(
    v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
    'Status that the synchronous endpoint would have answered with.',
  ),
  data: described(
    v.nullable(v.union([...answerSchemas.values(), ...partSchemas.values()])),
    'The record, as the synchronous endpoint gives it.',
  ),
  error: described(v.nullable(itemErrorSchema), 'Body of the error, as the synchronous endpoint gives it.'),
  duration_ms: described(count, 'Time from the start of the work on the item to its end.'),
  credits_charged: described(count, '0 for an error, and in the sandbox.'),
  attempts: described(v.nullable(count), 'As `Svc-Attempts`. null: nothing was fetched.'),
  source_status: described(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599))),
    'As `Svc-Source-Status`. null: the marketplace did not answer.',
  ),
  resolved_url: described(v.nullable(v.string()), 'As `Svc-Resolved-Url`. null: the marketplace did not answer.'),
  extractor_version: described(v.nullable(v.string()), 'As `Svc-Extractor-Version`. null: nothing was fetched.'),
  fetched_at: described(v.nullable(timestamp), 'As `Svc-Fetched-At`. null: the marketplace did not answer.'),
  location: described(
    v.optional(v.picklist(PROVEN_BY)),
    'As `Svc-Location`. Only on successful items that ask for a place.',
  ),
})

export type ItemResult = v.InferOutput<typeof itemResultSchema>

/** A batch, as a poll returns it and a webhook delivers it. */
export const batchSchema = v.object({
  id: described(uuid, 'UUID.'),
  status: described(
    v.picklist(BATCH_STATUSES),
    '`failed`: canceled, or older than a day; the remaining items have the error `batch_aborted`.',
  ),
  endpoint: described(v.picklist(BATCH_ENDPOINTS), 'Kind of its items.'),
  total_count: described(count, 'Items that were submitted.'),
  processed_count: described(count, 'Items that have a result.'),
  success_count: described(count, 'Items that succeeded.'),
  failure_count: described(count, 'Items that failed.'),
  credits_charged: described(count, 'Credits spent so far.'),
  created_at: described(timestamp, 'When it was created.'),
  started_at: described(v.nullable(timestamp), 'When work on its first item started.'),
  completed_at: described(v.nullable(timestamp), 'When its last item got a result, or when it was stopped.'),
  estimated_completion_at: described(
    v.nullable(timestamp),
    'When it will have ended, if it goes on as it did. null: it has ended, or no item has a result yet.',
  ),
  webhook_url: described(v.nullable(v.string()), 'Address that the finished batch is posted to.'),
  webhook_delivery_status: described(
    v.nullable(v.picklist(DELIVERY_STATUSES)),
    'null: no `webhook_url`; `retrying`: an attempt failed, another one follows; `failed`: all attempts failed.',
  ),
  webhook_last_error: described(v.nullable(v.string()), 'Error of the last failed attempt, such as `http 500`.'),
  webhook_delivered_at: described(v.nullable(timestamp), 'When it was delivered.'),
  metadata: described(metadataSchema, 'As it was submitted. Empty: none was.'),
  schedule_id: described(v.nullable(uuid), 'The schedule that it is a run of. null: it is not.'),
  deliver: described(v.nullable(deliverSchema), 'Where its results are written. null: nowhere.'),
  results: described(v.array(itemResultSchema), 'Order: completion.'),
})

export type BatchHead = Omit<v.InferOutput<typeof batchSchema>, 'results'>

/** A page of the batches of a workspace. */
export const batchListSchema = v.object({
  batches: described(v.array(v.omit(batchSchema, ['results'])), 'Without their results. Order: newest first.'),
  next_cursor: described(v.nullable(v.string()), 'The `cursor` of the next page. null: this is the last one.'),
})

export type BatchList = v.InferOutput<typeof batchListSchema>

const created = v.pick(batchSchema, ['id', 'status', 'total_count', 'created_at']).entries

/** A batch that was created, now or by an earlier request with the same idempotency key. */
export const batchCreatedSchema = v.object({
  ...created,
  webhook_signature_secret: described(
    v.pipe(v.string(), v.regex(/^whsec_(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43})$/)),
    'Key for verifying the signature of its webhook. Polls do not show it.',
  ),
  poll_url: described(v.string(), 'Path for polling it.'),
})

export type BatchCreated = v.InferOutput<typeof batchCreatedSchema>

const attemptSchema = v.object({
  attempt: described(v.pipe(v.number(), v.integer(), v.minValue(1)), 'From 1. A redelivery begins again with 1.'),
  started_at: timestamp,
  duration_ms: count,
  http_status: described(v.nullable(count), 'Status of the receiver. null: there was no answer.'),
  error: described(v.nullable(v.string()), 'As `webhook_last_error`. null: it succeeded.'),
})

/** Attempts at the webhook of a batch. */
export const deliveriesSchema = v.object({
  id: described(uuid, 'UUID of the batch.'),
  webhook_url: described(v.nullable(v.string()), 'Address that the finished batch is posted to.'),
  webhook_delivery_status: batchSchema.entries.webhook_delivery_status,
  deliveries: described(v.array(attemptSchema), `Attempts that have ended, the last ${KEPT_ATTEMPTS}. Order: time.`),
})

export type Deliveries = v.InferOutput<typeof deliveriesSchema>

/** A delivery that was requested again. */
export const redeliverySchema = v.object({
  id: described(uuid, 'UUID.'),
  webhook_delivery_status: described(
    v.nullable(v.literal('pending')),
    'The first attempt is due. null: no `webhook_url`.',
  ),
})

export type Redelivery = v.InferOutput<typeof redeliverySchema>

/** Body of the request that creates a batch, for the OpenAPI document; `parseBatch` parses it. */
export const batchParamsSchema = v.objectWithRest(
  {
    endpoint: described(v.picklist(BATCH_ENDPOINTS), 'Kind of its items.'),
    items: described(
      v.pipe(v.array(itemInputSchema), v.minLength(1), v.maxLength(MAX_BATCH_ITEMS)),
      'Each item is an object with the query parameters of the synchronous endpoint, and optionally `reference`, a text of up to 200 characters that comes back with its result. Other members are dropped. One invalid item refuses the whole batch; equal items are separate items.',
    ),
    webhook_url: described(
      v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2048)))),
      'A public https address. The finished batch is posted to it.',
    ),
    metadata: described(
      v.optional(v.nullable(metadataSchema)),
      'Texts of your own, by name. They come back with the record of the batch, and lists can be filtered by them.',
    ),
    deliver: described(
      v.optional(v.nullable(deliverParamsSchema)),
      'A bucket of your own, on any store that speaks the protocol of S3. The results of the finished batch are written there as one file, and then a manifest.',
    ),
  },
  v.unknown(),
)

/** Body of `/livez` and `/readyz` when the service is healthy; otherwise the body is that of `unavailable`. */
export const healthSchema = v.strictObject({ status: v.literal('ok') })

/** Answer of a server that takes requests. */
export const readinessSchema = v.strictObject({
  status: v.literal('ok'),
  last_run_seconds: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    v.description('Time since the last run of batches. Null where it is not known.'),
  ),
  browser: described(
    v.optional(v.picklist(['ok', 'unreachable'])),
    'The browser that renders pages. Only where one is configured.',
  ),
})
