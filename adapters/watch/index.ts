/**
 * Looks at items again and again, in this process: what they show is kept in one SQLite file.
 *
 * @packageDocumentation
 */
export { createDelivery, shellCommand } from './deliver-events.ts'
export { nextDueMs, runForever, runRound, type RoundCounts, type WatchedItem, type WatchRun } from './run-watch.ts'
export { machineClock, type WatchClock } from './watch-clock.ts'
export { WatchFile } from './watch-file.ts'
