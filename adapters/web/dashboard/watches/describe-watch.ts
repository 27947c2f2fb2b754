import type { AdminChange, AdminWatch } from '../../../http/admin/watch-commands.ts'
import { formatNumber } from '../../kit/format.ts'

/** An item in one line, by its reference if it has one: `kettle`, or `B0SHLFS081 domain=de`. */
export function describeInput(
  input: Readonly<Record<string, unknown>>,
  reference: unknown = input['reference'],
): string {
  if (typeof reference === 'string' && reference !== '') return reference
  const { query, reference: _, ...others } = input
  const rest = Object.entries(others).map(([name, value]) => `${name}=${printValue(value)}`)
  return [...(query === undefined ? [] : [printValue(query)]), ...rest].join(' ')
}

/** How often a watch looks. */
export function describeInterval({ every, cron, timezone }: Pick<AdminWatch, 'every' | 'cron' | 'timezone'>): string {
  if (every !== null) return `every ${every}`
  return `${cron ?? ''} ${timezone ?? 'UTC'}`.trim()
}

/** A value of a record. `–`: the page showed none. */
export function printValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const OWN_EVENTS: Readonly<Record<string, string>> = {
  'watch.failing': 'Several runs in a row saw no record.',
  'watch.recovered': 'There are records again.',
  'watch.paused': 'The watch was paused.',
  'watch.test': 'A sample was sent.',
}

/** What an event without changes says. */
export function describeEvent({ event, incomparable }: AdminChange['change']): string {
  if (incomparable !== null) return `A new series begins: another ${incomparable}.`
  return OWN_EVENTS[event] ?? event
}
