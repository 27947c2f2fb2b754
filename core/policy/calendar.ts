/** Calendar month of a time, in UTC. Form: `YYYY-MM`, which sorts as time does. */
export function monthOf(timeMs: number): string {
  return dayOf(timeMs).slice(0, 7)
}

/** Calendar day of a time, in UTC. Form: `YYYY-MM-DD`, which sorts as time does. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
