import { preloadAssets } from '../http/route/asset-files.ts'
import { loadParquet } from '../pages/table/in-memory.ts'
import { loadBuckets } from '../work/bucket/load-buckets.ts'
import { loadCron } from '../work/watch/watch-schedule.ts'

/**
 * Loads what answers need later: a process that runs from a clone must not depend on files that a build or an
 * installation replaces. Packages that are optional may be absent.
 */
export async function loadAhead(): Promise<void> {
  preloadAssets()
  await Promise.allSettled([loadParquet(), loadCron(), loadBuckets()])
}
