import { DAY_MS } from '../../../../core/policy/index.ts'
import { zone } from '../../kit/zone.ts'
import { address } from '../service/address.ts'

/** Times that can be chosen, in their order. */
export const RANGES = { '24h': '24 hours', yesterday: 'Yesterday', '7d': '7 days', own: 'Custom' } as const
export type RangeName = keyof typeof RANGES

/** The time range of the requests. */
export interface Range {
  readonly name: RangeName
  /** Unit: ms since 1970. */
  readonly fromMs: number
  /** End, exclusive. Unit: ms since 1970. */
  readonly toMs: number
}

/** The time that the address asks for. A time of its own is in `from` and `to`, as ISO dates. */
export function readRange(nowMs: number): Range {
  const { params } = address.value
  const asked = params.get('range') ?? ''
  const name = Object.hasOwn(RANGES, asked) ? (asked as RangeName) : '24h'
  const toMs = nowMs + 1
  if (name === '7d') return { name, fromMs: nowMs - 7 * DAY_MS, toMs }
  if (name === 'yesterday') return { name, ...yesterday(nowMs) }
  if (name === 'own') {
    const fromMs = readTime(params.get('from')) ?? nowMs - DAY_MS
    return { name, fromMs, toMs: Math.max(fromMs + 1, readTime(params.get('to')) ?? toMs) }
  }
  return { name, fromMs: nowMs - DAY_MS, toMs }
}

/** The day before, in the zone that is chosen. A day of a change of the clock has another length. */
function yesterday(nowMs: number): Pick<Range, 'fromMs' | 'toMs'> {
  const now = new Date(nowMs)
  const startOf = (daysBack: number): number =>
    zone.value === 'UTC'
      ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysBack)
      : new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack).getTime()
  return { fromMs: startOf(1), toMs: startOf(0) }
}

/** Absent: null, it is not a time. */
function readTime(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

/** A time as an input of the form `datetime-local` has it, in the zone that is chosen. */
export function toLocalInput(ms: number): string {
  const offsetMs = zone.value === 'UTC' ? 0 : new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}

/** The other way round. Gives an ISO date. Absent: null, it is not a time. */
export function fromLocalInput(text: string): string | null {
  const ms = Date.parse(zone.value === 'UTC' ? `${text}Z` : text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
