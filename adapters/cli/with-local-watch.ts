import { StoreError } from '../store/store-error.ts'
import { EXIT, fail, orFail } from './exit.ts'
import { listenForStop } from './terminal.ts'
import { LocalWatch, type RoundCounts } from './watch/local-watch.ts'
import { openWatchFile, type WatchFile } from './watch/open-watch-file.ts'
import type { Audience } from './watch/tell-events.ts'
import { machineClock } from './watch/watch-clock.ts'
import type { WatchOptions } from './watch-options.ts'

/** What is done with a watch. `signal`: is aborted by Ctrl+C. */
type Work = (watch: LocalWatch, file: WatchFile, signal: AbortSignal) => Promise<void>

/** Opens the file of a watch, and ends the command when it can't. */
export async function openFile(path: string): Promise<WatchFile> {
  return await orFail(
    () => openWatchFile(path),
    (error) => error instanceof StoreError,
  )
}

/** Works with the watch of a list, which is closed afterwards. Sets the exit code of a signal. */
export async function withLocalWatch(
  store: string,
  { config, ...options }: WatchOptions,
  audience: Omit<Audience, 'name'>,
  work: Work,
): Promise<void> {
  const file = await openFile(store)
  const interruption = listenForStop()
  try {
    const { withRetriever } = await import('./list/with-retriever.ts')
    await withRetriever(config, async (retriever) => {
      const watch = await LocalWatch.begin({ ...options, ...audience, file, retriever, clock: machineClock })
      await work(watch, file, interruption.signal)
    })
  } catch (error) {
    const { name } = interruption
    if (name === null) {
      if (!(error instanceof StoreError)) throw error
      return fail(error.message)
    }
    process.exitCode = EXIT[name]
  } finally {
    interruption.end()
    await file.store.close()
  }
}

/** Items that are named when they were not seen: more are counted. */
const NAMED = 20

/** Which looks saw nothing, for a person. */
export function describeUnseen(looks: number, unseen: RoundCounts['unseen']): string {
  const lines = unseen
    .slice(0, NAMED)
    .map(
      ({ name, error, reason, message }) => `  ${name}: ${error}${reason === null ? '' : `, ${reason}`} (${message})`,
    )
  const more = unseen.length - NAMED
  const whole = [`${unseen.length} of ${looks} items were not seen:`, ...lines]
  return (more > 0 ? [...whole, `  and ${more} more: --json has all of them`] : whole).join('\n')
}
