import { createHash } from 'node:crypto'
import type { WatchEntry, WatchEventBody, WatchEventName } from '../../../core/contract/index.ts'
import { type LookResult, type WatchPlan, printConfirmed, toWatchEvent } from '../../../core/index.ts'
import { WATCH_EVENT_PREFIX, type NewWatchEvent, type Watch } from '../../store/watches.ts'

/** Whose look it is. */
export interface EntrySubject {
  readonly watch: Pick<Watch, 'id' | 'webhookUrl'>
  /** As it was submitted. */
  readonly item: Readonly<Record<string, unknown>>
  readonly reference: string | null
  readonly atMs: number
}

/**
 * What a look has to tell: every change that it confirmed is listed, and what a rule waited for is sent.
 *
 * Absent: null, nothing.
 */
export function toLookEvent(
  plan: Pick<WatchPlan, 'rules'>,
  { watch, item, reference, atMs }: EntrySubject,
  result: LookResult,
): NewWatchEvent | null {
  const event = toWatchEvent(plan, { watch: watch.id, item, reference, atMs }, result)
  if (event === null && result.changes.length === 0) return null
  const confirmed = result.changes.map(printConfirmed)
  const at = new Date(atMs).toISOString()
  const nothing = { watch: watch.id, item, reference, at, rule: null, incomparable: null, changes: [] }
  const told = { event: 'watch.changed' as const, ...(event ?? nothing), changes: [...(event?.changes ?? [])] }
  return toEvent({ ...told, confirmed }, atMs, event === null ? null : watch.webhookUrl)
}

/** An event of a whole watch. */
export function toOwnEvent(
  { id, webhookUrl }: Pick<Watch, 'id' | 'webhookUrl'>,
  event: Exclude<WatchEventName, 'watch.changed'>,
  atMs: number,
): NewWatchEvent {
  const at = new Date(atMs).toISOString()
  const nothing = { item: null, reference: null, rule: null, incomparable: null, changes: [], confirmed: [] }
  return toEvent({ event, watch: id, at, ...nothing }, atMs, webhookUrl)
}

function toEvent(told: Omit<WatchEntry, 'id'>, atMs: number, webhookUrl: string | null): NewWatchEvent {
  const hash = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 32)
  const id = WATCH_EVENT_PREFIX + hash
  const entry: WatchEntry = { id, ...told }
  return { id, atMs, entry: JSON.stringify(entry), webhookUrl }
}

/** What is sent of a stored event. */
export function toEventBody(entry: string): WatchEventBody {
  const { confirmed: _, ...body } = JSON.parse(entry) as WatchEntry
  return body
}
