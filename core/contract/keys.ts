import * as v from 'valibot'
import { isInCalendar, KEY_SCOPES, MAX_GRACE_MS, USUAL_SCOPES } from '../policy/index.ts'
import { described } from '../record/schema-parts.ts'
import type { ParamDetail } from './params.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const addresses = v.array(v.string())

export const keyKind = v.picklist(['live', 'test'])
export const keyPrefix = described(
  v.string(),
  'First 12 characters after `svc_live_` or `svc_test_`. They are not secret.',
)

/** A key of the workspace, without its secret. */
export const keySchema = v.object({
  id: described(v.string(), 'Names the key in paths.'),
  prefix: keyPrefix,
  kind: keyKind,
  name: v.string(),
  scopes: described(
    v.array(v.picklist(KEY_SCOPES)),
    '`retrieve`: products and searches. `batch`: creating, canceling and redelivering batches. `read`: batches, account and usage. `keys`: the keys of its kind.',
  ),
  allowed_addresses: described(addresses, 'IP addresses and ranges that may use it. Empty: all.'),
  created_at: timestamp,
  expires_at: described(v.nullable(timestamp), 'null: it does not expire.'),
  last_used_at: described(v.nullable(timestamp), 'Its last use, a minute more or less. null: it was not used yet.'),
})

export type Key = v.InferOutput<typeof keySchema>

export const keyListSchema = v.object({
  keys: described(v.array(keySchema), 'Keys that work now. Order: creation.'),
})

export type KeyList = v.InferOutput<typeof keyListSchema>

/** A key that was created now: the only answer that has all of it. */
export const keyCreatedSchema = v.object({
  ...keySchema.entries,
  full_key: described(v.string(), 'The key with its secret, shown only here.'),
})

export type KeyCreated = v.InferOutput<typeof keyCreatedSchema>

export const keyRevokedSchema = v.object({
  ...keySchema.entries,
  revoked_at: timestamp,
  running_batches: described(count, 'Its batches that have not ended: their items are worked on, and charged.'),
  canceled_batches: described(count, 'Its batches that this request has canceled.'),
  paused_watches: described(count, 'Its watches that this request has paused. Another key can resume them.'),
  paused_schedules: described(count, 'Its schedules, which are paused now. Another key can resume them.'),
})

export type KeyRevoked = v.InferOutput<typeof keyRevokedSchema>

const NAME = 'must be a text of 1 to 100 characters'
const SCOPES = `must be some of: ${USUAL_SCOPES.join(', ')}. Only operators grant \`keys\``
const ADDRESSES = 'must be a list of at most 100 IP addresses or ranges, as 203.0.113.0/24'
const TIME = 'must be a time in the future, as 2026-05-31T00:00:00Z'
const GRACE = `must be a whole number from 0 to ${MAX_GRACE_MS / 1000}`

/** Body that creates a key. A member that is not known is refused: a term that is overlooked must not widen the key. */
export const newKeySchema = v.strictObject({
  name: described(v.pipe(v.string(NAME), v.trim(), v.minLength(1, NAME), v.maxLength(100, NAME)), 'Where it is used.'),
  scopes: described(
    v.exactOptional(v.pipe(v.array(v.picklist(USUAL_SCOPES, SCOPES), SCOPES), v.minLength(1, SCOPES))),
    'What it may be used for. Default: all of these.',
  ),
  expires_at: described(
    v.exactOptional(v.pipe(v.string(TIME), v.isoTimestamp(TIME), v.check(isInCalendar, TIME))),
    'From then on, it is refused. Default: it does not expire.',
  ),
  allowed_addresses: described(
    v.exactOptional(v.pipe(v.array(v.string(ADDRESSES), ADDRESSES), v.maxLength(100, ADDRESSES))),
    'IP addresses and ranges that may use it, on the plans Pro and Custom. Default: all.',
  ),
})

export type NewKey = v.InferOutput<typeof newKeySchema>

/** Body that rotates a key. */
export const rotationSchema = v.strictObject({
  grace_seconds: described(
    v.exactOptional(
      v.pipe(v.number(GRACE), v.integer(GRACE), v.minValue(0, GRACE), v.maxValue(MAX_GRACE_MS / 1000, GRACE)),
    ),
    'How long the old key still works. Default: 0.',
  ),
})

/** Checks a body with one of the schemas above: its value, or every mistake in it. */
export function parseKeyBody<S extends typeof newKeySchema | typeof rotationSchema>(
  schema: S,
  body: unknown,
):
  | { readonly ok: true; readonly value: v.InferOutput<S> }
  | { readonly ok: false; readonly details: readonly ParamDetail[] } {
  const parsed = v.safeParse(schema, withoutNulls(body))
  if (parsed.success) return { ok: true, value: parsed.output }
  const details = new Map<string, string>()
  for (const issue of parsed.issues) {
    const [first] = issue.path ?? []
    const param = first === undefined ? 'body' : String(first.key)
    if (!details.has(param)) details.set(param, toMessage(issue))
  }
  return { ok: false, details: [...details].map(([param, message]) => ({ param, message })) }
}

/** An optional member that is null counts as not given. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return Array.isArray(body) ? null : body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function toMessage({ kind, type, path, input, message }: v.BaseIssue<unknown>): string {
  if (path === undefined) return 'must be a JSON object'
  if (kind === 'schema' && type === 'strict_object') return input === undefined ? 'is required' : 'is not known'
  return message
}
