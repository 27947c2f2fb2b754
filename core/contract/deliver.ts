import * as v from 'valibot'
import { oneOf } from '../record/params.ts'
import type { Delivery } from '../policy/index.ts'
import { described } from '../record/schema-parts.ts'
import { findUnknown } from './misspelled.ts'
import type { ParamDetail } from './params.ts'

/** Formats of the results in a bucket. */
const DELIVER_FORMATS = ['jsonl', 'csv', 'parquet'] as const

/** Where the results of a batch are written when it has ended: a bucket of any store that speaks the protocol of S3. */
export interface DeliverTarget {
  /** Form: `s3://bucket/prefix/`. The prefix may be empty. */
  readonly to: string
  /** Origin of the store. */
  readonly endpoint: string
  readonly region: string
  readonly format: (typeof DELIVER_FORMATS)[number]
}

/** Keys for a bucket, as the client submitted them. */
export type BucketKeys = v.InferOutput<typeof keysSchema>

/** `deliver` of a request, as clients write it. */
export type DeliverRequest = v.InferInput<typeof deliverParamsSchema>

/** A checked `deliver` of a request; nothing has checked yet that the endpoint is public. */
export interface DeliverParams extends DeliverTarget {
  readonly credentials: BucketKeys
}

/** Segments of a prefix have no character that one of the two sides of a signature encodes, and the other does not. */
const TO = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:(?!\.{1,2}\/)[\w.=-]+\/)*)$/
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+\/?$/
const KEY = /^[\x21-\x7e]+$/

const key = (most: number) =>
  v.pipe(v.string(), v.maxLength(most), v.regex(KEY, `must be 1 to ${most} visible characters`))

const keysSchema = v.object(
  {
    access_key_id: key(256),
    secret_access_key: key(1024),
    session_token: v.optional(v.nullable(key(3072))),
  },
  'must be an object with access_key_id and secret_access_key',
)

/** The first rule that a wrong `to` breaks. */
function ruleOfTo(to: string): string {
  if (!to.startsWith('s3://')) return 'must begin with "s3://", as s3://BUCKET/PREFIX/ does'
  if (!BUCKET.test(to.split('/')[2] ?? '')) {
    return 'must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, which begins and ends with a letter or a digit'
  }
  if (!to.endsWith('/')) return 'must end with "/", as s3://BUCKET/PREFIX/ does'
  return 'must be s3://BUCKET/PREFIX/, with letters, digits, "_", ".", "=" and "-" in the prefix; no part of it is empty, "." or ".."'
}

const target = {
  to: described(
    v.pipe(
      v.string(),
      v.maxLength(600),
      v.regex(TO, ({ input }) => ruleOfTo(input)),
    ),
    'Bucket and prefix, such as `s3://bucket/prefix/`.',
  ),
  endpoint: described(
    v.pipe(v.string(), v.maxLength(300), v.regex(ORIGIN, 'must be an https address without a path')),
    'Origin of the store, such as `https://s3.eu-central-1.amazonaws.com`.',
  ),
  region: described(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1')),
    'Region of the bucket, as signatures name it. Some stores call theirs `auto`.',
  ),
  format: described(oneOf(DELIVER_FORMATS), 'Format of the file.'),
}

/** `deliver` of a request, for the OpenAPI document; `parseDeliver` parses it. */
export const deliverParamsSchema = v.object({
  to: target.to,
  endpoint: v.optional(v.nullable(target.endpoint)),
  region: v.optional(v.nullable(target.region)),
  format: target.format,
  credentials: described(keysSchema, 'Keys that may write there. They are stored sealed, and no answer shows them.'),
})

const timestamp = v.pipe(v.string(), v.isoTimestamp())

/** `deliver` of an answer. */
export const deliverSchema = v.object({
  ...target,
  file: described(v.string(), 'Where the results are: one file, written once.'),
  manifest: described(
    v.string(),
    'Where the manifest is. It is written last: who can read it can read the whole file. It has its hash, its counts, its columns, and a signature.',
  ),
  status: described(
    v.picklist(['pending', 'retrying', 'delivered', 'failed']),
    '`retrying`: an attempt failed, another one follows; `failed`: all attempts failed. The webhook is sent after the last attempt.',
  ),
  last_error: described(v.nullable(v.string()), 'Error of the last failed attempt, such as `http 403 AccessDenied`.'),
  delivered_at: described(v.nullable(timestamp), 'When the manifest was written.'),
})

export type Deliver = v.InferOutput<typeof deliverSchema>

/** Absent: null, nothing is delivered. */
export type ParsedDeliver =
  | { readonly ok: true; readonly deliver: DeliverParams | null }
  | { readonly ok: false; readonly details: readonly ParamDetail[] }

const MEMBERS = Object.keys(deliverParamsSchema.entries)
const KEY_MEMBERS = Object.keys(keysSchema.entries)

/** Region of the signatures of a request that names none. */
const DEFAULT_REGION = 'us-east-1'

/** Parses `deliver` of a body. `value`: null or undefined, the body has no such member. */
export function parseDeliver(value: unknown): ParsedDeliver {
  if (value === null || value === undefined) return { ok: true, deliver: null }
  const parsed = v.safeParse(deliverParamsSchema, value)
  const unknown = isObject(value) ? findUnknownMembers(value) : []
  if (parsed.success && unknown.length === 0) {
    const { to, format, credentials, region } = parsed.output
    const named = region ?? DEFAULT_REGION
    const endpoint = new URL(parsed.output.endpoint ?? awsEndpoint(named)).origin
    return { ok: true, deliver: { to, endpoint, region: named, format, credentials } }
  }
  const wrong = (parsed.issues ?? []).map((issue): ParamDetail => {
    const path = v.getDotPath(issue)
    if (path === null) return { param: 'deliver', message: 'must be an object with to, format and credentials' }
    const isMissing = issue.received === 'undefined'
    return { param: `deliver.${path}`, message: isMissing ? 'is required' : ruleOf(issue.message) }
  })
  return { ok: false, details: [...wrong, ...unknown] }
}

/** Origin of the store of a `deliver` without one: that of AWS in the region. */
export function awsEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com`
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findUnknownMembers(deliver: Members): readonly ParamDetail[] {
  const { credentials } = deliver
  const ofKeys = isObject(credentials) ? findUnknown(credentials, KEY_MEMBERS) : []
  return [
    ...findUnknown(deliver, MEMBERS).map(({ param, message }) => ({ param: `deliver.${param}`, message })),
    ...ofKeys.map(({ param, message }) => ({ param: `deliver.credentials.${param}`, message })),
  ]
}

/** Messages of valibot itself are not sentences of this interface. */
function ruleOf(message: string): string {
  return message.startsWith('must ') ? message : 'must be a text that is not too long'
}

/** Bucket and prefix of `to`. The prefix is empty, or ends with a slash. */
export function bucketOf({ to }: Pick<DeliverTarget, 'to'>): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] = TO.exec(to) ?? []
  return { bucket, prefix }
}

/** The batch whose results are written. */
interface NamedBatch {
  readonly id: string
  /** Unit: ms since 1970. */
  readonly createdAtMs: number
}

/** Names of the file and of the manifest in the folder `to`. They never change, and sort by the time of the batch. */
export function objectNames(
  { format }: Pick<DeliverTarget, 'format'>,
  { id, createdAtMs }: NamedBatch,
): { readonly file: string; readonly manifest: string } {
  const stem = `${new Date(createdAtMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${id}`
  return { file: `${stem}.${format}`, manifest: `${stem}.manifest.json` }
}

/** `deliver` of an answer. `delivery`: null, nothing was tried. */
export function printDeliver(target: DeliverTarget, batch: NamedBatch, delivery: Delivery | null): Deliver {
  const names = objectNames(target, batch)
  const { to, endpoint, region, format } = target
  const deliveredAtMs = delivery?.deliveredAtMs ?? null
  return {
    to,
    endpoint,
    region,
    format,
    file: to + names.file,
    manifest: to + names.manifest,
    status: delivery?.status ?? 'pending',
    last_error: delivery?.lastError ?? null,
    delivered_at: deliveredAtMs === null ? null : new Date(deliveredAtMs).toISOString(),
  }
}
