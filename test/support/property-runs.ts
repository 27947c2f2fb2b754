/** Percent of the runs of every property. `npm run test:fast` sets 10, `npm test` 25; a long search for faults sets 1000. */
const PERCENT = Number(process.env.SHELFMARK_RUNS ?? 100)

/** Number of runs of a property that runs `full` times in `npm run test:all`. */
export function runsOf(full: number): number {
  return Math.max(1, Math.round((full * PERCENT) / 100))
}

/** The generated cases of a property: all of them in `npm run test:all`, one of four in `npm test`, one of ten in `npm run test:fast`. Order: as given. */
export function sampleOf<Case>(cases: readonly Case[]): readonly Case[] {
  const step = Math.max(1, Math.round(100 / PERCENT))
  return cases.filter((_, index) => index % step === 0)
}
