import type { BatchEndpoint } from '../../../core/contract/index.ts'
import type { WatchControl, WatchTerms } from '../../../core/index.ts'
import type { DeliveryStatus, KeyMode } from '../../../core/policy/index.ts'
import { originOf } from '../batches.ts'
import { batchKeyOf, keyNameOf } from '../idempotency.ts'
import type { LookCommit, NewWatch, NewWatchEvent, Watch, WatchEvent, WatchStep } from '../watches.ts'
import { toBatchFields, type Fields } from './fields.ts'

/** Absent: null, the field is missing or empty. */
function toNumber(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}

/** Names and values of a new watch, in turn. */
function toWatchFields(watch: NewWatch): readonly (string | number)[] {
  return Object.entries({
    id: watch.id,
    workspace_id: watch.workspaceId,
    key_id: watch.keyId,
    kind: watch.mode,
    endpoint: watch.endpoint,
    terms: JSON.stringify(watch.terms),
    control: JSON.stringify(watch.control),
    revision: 0,
    batch_id: '',
    looks: 0,
    seen: 0,
    credits: 0,
    sealed_secret: watch.sealedSecret,
    webhook_url: watch.webhookUrl ?? '',
  }).flat()
}

/** Answers of the script to a watch that it does not create. */
export type WatchRefusal = 'idempotency_conflict' | 'too_many_items' | 'unknown_key'

/** A new watch as its script takes it. `at`: when it is created; empty, the clock of Redis says it. */
export function printNewWatch(watch: NewWatch, at: number | ''): readonly (string | number)[] {
  const { id, workspaceId, keyId, mode, maxItems, inputs, idempotency = null } = watch
  const fields = JSON.stringify(toWatchFields(watch).map(String))
  const key = idempotency === null ? null : { mode, key: idempotency.key }
  const names = key === null ? ['', '', ''] : [batchKeyOf(mode, key.key), idempotency?.bodyHash ?? '', keyNameOf(key)]
  return [id, workspaceId, keyId, mode, at, maxItems ?? '', fields, ...names, ...inputs]
}

export function toWatch(fields: Fields): Watch {
  return {
    id: fields['id'] ?? '',
    workspaceId: fields['workspace_id'] ?? '',
    keyId: fields['key_id'] ?? '',
    mode: fields['kind'] as KeyMode,
    endpoint: fields['endpoint'] as BatchEndpoint,
    createdAtMs: Number(fields['created_at_ms']),
    itemCount: Number(fields['item_count']),
    terms: JSON.parse(fields['terms'] ?? '{}') as WatchTerms,
    control: JSON.parse(fields['control'] ?? '{}') as WatchControl,
    revision: Number(fields['revision']),
    nextRunMs: toNumber(fields['next_run_ms']),
    batchId: fields['batch_id'] || null,
    looks: Number(fields['looks']),
    seen: Number(fields['seen']),
    credits: Number(fields['credits']),
    lastLookMs: toNumber(fields['last_look_ms']),
    sealedSecret: fields['sealed_secret'] ?? '',
    webhookUrl: fields['webhook_url'] || null,
    redeliveredAtMs: toNumber(fields['redelivered_at_ms']),
  }
}

/** An event as `addWatchEvent` of the scripts takes it. */
function toScriptEvent({ id, atMs, entry, webhookUrl }: NewWatchEvent): Readonly<Record<string, string>> {
  const sent = webhookUrl === null ? {} : { url: webhookUrl, origin: originOf(webhookUrl) }
  return { id, at: String(atMs), entry, ...sent }
}

/** A step as its script takes it: JSON. Numbers are texts, because Lua prints long ones in another form. */
export function printStep(step: WatchStep): string {
  const { terms, control, webhookUrl, nextRunMs, batch, redeliveredAtMs } = step
  const fields: Readonly<Record<string, string | undefined>> = {
    terms: terms && JSON.stringify(terms),
    control: control && JSON.stringify(control),
    webhook_url: webhookUrl === undefined ? undefined : (webhookUrl ?? ''),
    batch_id: batch === undefined ? undefined : (batch?.id ?? ''),
    redelivered_at_ms: redeliveredAtMs?.toString(),
  }
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
  return JSON.stringify({
    fields: given,
    ...(nextRunMs === undefined ? {} : { nextRun: String(nextRunMs ?? '') }),
    due: (step.due ?? []).flat().map(String),
    ...(batch === undefined || batch === null
      ? {}
      : {
          batch: {
            id: batch.id,
            workspace: batch.workspaceId,
            key: batch.keyId,
            kind: batch.mode,
            fields: Object.entries(toBatchFields(batch, [])).flat().map(String),
            items: batch.inputs,
          },
        }),
    events: (step.events ?? []).map(toScriptEvent),
  })
}

const NUL = '\0'

/** Digits of a time in a name of a point: they sort like the times. */
const TIME_DIGITS = 13

function toTime(ms: number): string {
  return String(Math.max(0, Math.min(ms, 10 ** TIME_DIGITS - 1))).padStart(TIME_DIGITS, '0')
}

/** A point as a member of the set of its item. Order: field, time. */
function printPoint(field: string, atMs: number, text: string): string {
  return [field, toTime(atMs), text].join(NUL)
}

/** Begin of the members of a field, up to a time or to all times. */
export function pointPrefix(field: string, atMs?: number): string {
  return atMs === undefined ? field + NUL : field + NUL + toTime(atMs)
}

export function parsePoint(member: string): { readonly field: string; readonly atMs: number; readonly text: string } {
  const [field = '', atMs = '', ...text] = member.split(NUL)
  return { field, atMs: Number(atMs), text: text.join(NUL) }
}

/** A look as its script takes it: JSON. */
export function printLookCommit(look: LookCommit): string {
  return JSON.stringify({
    watch: look.watchId,
    item: String(look.item),
    at: String(look.atMs),
    seen: Number(look.isSeen),
    text: look.text,
    points: look.points.map(({ field, text }) => printPoint(field, look.atMs, text)),
    ...(look.againMs === null ? {} : { again: String(look.againMs) }),
    change: look.isChange,
    wakes: look.wakes,
    ...(look.event === null ? {} : { event: toScriptEvent(look.event) }),
    ...(look.drift === null ? {} : { drift: look.drift }),
  })
}

export function toWatchEvent(fields: Fields): WatchEvent {
  const status = fields['delivery_status']
  return {
    id: fields['id'] ?? '',
    watchId: fields['watch_id'] ?? '',
    sequence: Number(fields['sequence']),
    atMs: Number(fields['at_ms']),
    entry: fields['entry'] ?? '',
    webhookUrl: fields['webhook_url'] ?? null,
    delivery:
      status === undefined
        ? null
        : {
            status: status as DeliveryStatus,
            attempts: Number(fields['delivery_attempts']),
            nextAtMs: toNumber(fields['delivery_at_ms']),
            lastError: fields['delivery_error'] || null,
            deliveredAtMs: toNumber(fields['delivered_at_ms']),
          },
  }
}
