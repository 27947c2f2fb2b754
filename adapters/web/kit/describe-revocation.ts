import { formatNumber } from './format.ts'

/** What became of all that a revoked key has begun. */
interface Ended {
  readonly runningBatches: number
  readonly cancelledBatches: number
  readonly pausedWatches: number
  readonly pausedSchedules: number
}

/** Says what goes on and is charged, and what has stopped, in sentences. */
export function describeRevocation({
  runningBatches,
  cancelledBatches,
  pausedWatches,
  pausedSchedules,
}: Ended): string {
  const batches =
    cancelledBatches > 0
      ? `Batches canceled: ${formatNumber(cancelledBatches)}.`
      : runningBatches > 0
        ? `Batches that still run, and are charged: ${formatNumber(runningBatches)}.`
        : 'It has no running batch.'
  const watches =
    pausedWatches > 0
      ? `Watches paused: ${formatNumber(pausedWatches)}; another key can resume them.`
      : 'It has no running watch.'
  const schedules =
    pausedSchedules > 0 ? ` Schedules paused: ${formatNumber(pausedSchedules)}; another key can resume them.` : ''
  return `${batches} ${watches}${schedules}`
}
