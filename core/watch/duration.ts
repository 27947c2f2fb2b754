const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 365 * 86_400_000,
}
const DURATION = /^\s{0,10}([1-9]\d{0,5})([smhdy])\s{0,10}$/

/** A duration such as `90s`, `15m`, `6h`, `90d` or `1y`. Unit: ms. Absent: null, the text is not one. */
export function parseDuration(text: string): number | null {
  const [, count, unit = ''] = DURATION.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  return count === undefined || unitMs === undefined ? null : Number(count) * unitMs
}
