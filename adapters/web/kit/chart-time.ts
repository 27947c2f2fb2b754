import { formatDay, formatMoment } from './format.ts'
import { zone } from './zone.ts'
import type { ChartForm } from './series.ts'

/** How the days or times of a chart are printed. */
export function formatTime(as: ChartForm): (day: string) => string {
  return as === 'steps' ? formatMoment : formatDay
}

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortTimeIn = (timeZone?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone })
const shortTimes = { local: shortTimeIn(), UTC: shortTimeIn('UTC') }

/** A day at the axis. */
export const formatShortDay = (day: string): string => shortDay.format(new Date(day))

/** A time at the axis, in the zone that is chosen. Unit: ms since 1970. */
export const formatShortTime = (ms: number): string => shortTimes[zone.value].format(ms)
