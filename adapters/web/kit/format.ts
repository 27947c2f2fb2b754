/*
 * Numbers and dates as the reader writes them: in the language of the browser.
 */
import { zone, type Zone } from './zone.ts'

const whole = new Intl.NumberFormat()
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** The zone is named with each time: `Nov 26, 2026, 2:05:07 PM GMT+1`. */
const momentIn = (timeZone?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
const moments: Readonly<Record<Zone, Intl.DateTimeFormat>> = { local: momentIn(), UTC: momentIn('UTC') }
const inUnit = (unit: string, unitDisplay: 'short' | 'long' = 'short') =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 })
const sizes = [inUnit('byte', 'long'), ...['kilobyte', 'megabyte', 'gigabyte'].map((unit) => inUnit(unit))]

export const formatNumber = (value: number): string => whole.format(value)

/** `value`: a share of 1. */
export const formatShare = (value: number): string => share.format(value)

/** `value`: a day in UTC, such as `2026-03-15`. */
export const formatDay = (value: string): string => day.format(new Date(value))

/** `value`: an instant, as an ISO date or ms since 1970. In the zone that is chosen. */
export const formatMoment = (value: string | number): string => moments[zone.value].format(new Date(value))

/** `value`: bytes. */
export const formatSize = (value: number): string => {
  const power = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3))
  return sizes[power]?.format(value / 1000 ** power) ?? ''
}

const inTime = (unit: string, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits })
const milliseconds = inTime('millisecond')
const seconds = inTime('second', 1)
const minutes = inTime('minute')

/** `value`: ms. */
export const formatDuration = (value: number): string => {
  if (value < 1000) return milliseconds.format(value)
  return value < 120_000 ? seconds.format(value / 1000) : minutes.format(value / 60_000)
}

const usd = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })

/** `value`: US cents. */
export const formatUsd = (value: number): string => usd.format(value / 100)
