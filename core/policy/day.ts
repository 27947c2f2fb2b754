/** Length of a day. Unit: ms. */
export const DAY_MS = 86_400_000

/** Calendar day of a time, in UTC. Form: `YYYY-MM-DD`, which sorts by time. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}

/** Whether a text begins with a day of the calendar. A `Date` takes February 30 for March 2. */
export function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split('-').map(Number)
  return date >= 1 && date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Each day of a range, in order. Form: `YYYY-MM-DD`. */
export function listDays({ from, to }: { readonly from: string; readonly to: string }): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at))
  return days
}

/** Form of a calendar month: `YYYY-MM`. */
export const MONTH_PATTERN = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Calendar month of a time, in UTC. Form: `YYYY-MM`, which sorts by time. */
export function monthOf(timeMs: number): string {
  return dayOf(timeMs).slice(0, 7)
}

/** When the calendar month of a time ends, in UTC. Unit: ms since 1970. */
export function monthEndMs(timeMs: number): number {
  const time = new Date(timeMs)
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1)
}
