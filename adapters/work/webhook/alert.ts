import { createHash } from 'node:crypto'
import { toTimestamp } from '../../../core/contract/index.ts'

/** What operators are told of. */
export type AlertType =
  | 'layout.drift'
  | 'watch.layout'
  | 'spending.threshold'
  | 'store.lost'
  | 'limits.lost'
  | 'alert.test'

/** Something that operators are told. */
export interface Alert {
  /** What has happened: an alert with the same id is the same. */
  readonly id: string
  readonly type: AlertType
  /** Unit: ms since 1970. */
  readonly atMs: number
  /** The facts, by the names of members of the body. */
  readonly facts: Readonly<Record<string, unknown>>
  /** One sentence that says all of it: what a chat or a mail shows. */
  readonly text: string
}

/** The body of an alert, as JSON. */
export function printAlert({ id, type, atMs, facts, text }: Alert): string {
  return JSON.stringify({ id: toMessageId(id), type, at: toTimestamp(atMs), ...facts, text })
}

/** When the finding of an alert was made. `body`: from `printAlert`. Unit: ms since 1970. */
export function readAlertMs(body: string): number {
  return Date.parse((JSON.parse(body) as { readonly at: string }).at)
}

/** An id without blanks and dots, for `webhook-id`. The same for the same alert. */
export function toMessageId(id: string): string {
  return `alert_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}
