/** Where values stand alone: no line leads to them or from them. */
export function findLone(values: readonly (number | null | undefined)[]): number[] {
  const isKnown = (index: number): boolean => typeof values[index] === 'number'
  return values.flatMap((_, index) => (isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1) ? [index] : []))
}

/** Ranks at an axis whose labels are a number of ranks apart: the first is 1. */
export function rankSplits(most: number, apart: number): number[] {
  const count = Math.floor(most / apart)
  return [1, ...Array.from({ length: count }, (_, index) => (index + 1) * apart).filter((rank) => rank > 1)]
}

/** First and last time. A single time is the end of an hour. Unit: ms since 1970. */
export function spanOf(times: readonly string[]): [number, number] {
  const [first, last] = [Date.parse(times[0] ?? ''), Date.parse(times.at(-1) ?? '')]
  return [last > first ? first : last - HOUR_MS, last]
}

const HOUR_MS = 3_600_000
