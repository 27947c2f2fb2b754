import { StoreError } from '../store/store-error.ts'
import { EXIT, fail, orFail } from './exit.ts'
import { print, say } from './print.ts'
import { printSeries } from './print-series.ts'
import { listenForStop } from './terminal.ts'
import { LocalWatch, type RoundCounts } from './watch/local-watch.ts'
import { openWatchFile, type WatchFile } from './watch/open-watch-file.ts'
import { shellCommand } from './watch/tell-events.ts'
import { machineClock } from './watch/watch-clock.ts'
import { readWatchOptions } from './watch-options.ts'
import type { WatchArgs } from './watch-arguments.ts'

/** Runs the command `watch`. */
export async function runWatch(args: WatchArgs): Promise<void> {
  const { series, store } = args
  if (args.json && !args.once) fail('--json needs --once.')
  if (series !== undefined) {
    const field = args._.at(-1)
    if (field === undefined) return fail(`Name the field: --series ${series} price`)
    const file = await openFile(store)
    try {
      await printSeries(file, series, field, args.format)
    } finally {
      await file.store.close()
    }
    return
  }
  const { config, ...options } = await readWatchOptions(args)
  const file = await openFile(store)
  const interruption = listenForStop()
  try {
    const { withRetriever } = await import('./list/with-retriever.ts')
    await withRetriever(config, async (retriever) => {
      const act = args['on-change'] === undefined ? null : shellCommand(args['on-change'])
      const audience = { print: (line: string) => print(`${line}\n`), act, say }
      const watch = await LocalWatch.begin({ ...options, ...audience, file, retriever, clock: machineClock })
      await (args.once ? lookOnce(watch, args.json, interruption.signal) : watch.runForever(interruption.signal))
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

async function openFile(path: string): Promise<WatchFile> {
  return await orFail(
    () => openWatchFile(path),
    (error) => error instanceof StoreError,
  )
}

/** Items that are named when they were not seen: more are counted. */
const NAMED = 20

/** One round. The exit code says whether every look saw a record. */
async function lookOnce(watch: LocalWatch, isJson: boolean, signal: AbortSignal): Promise<void> {
  const { looks, seen, unseen } = await watch.runRound(signal)
  const nextMs = await watch.nextDueMs()
  if (looks === 0 && nextMs !== null) say(`Nothing is due before ${new Date(nextMs).toISOString()}.`)
  if (seen < looks) say(describeUnseen(looks, unseen))
  if (isJson) {
    const named = unseen.map(({ item, reference, error, reason }) => ({ item, reference, error, reason }))
    print(`${JSON.stringify({ looks, seen, unseen: named })}\n`)
  }
  process.exitCode = seen < looks ? EXIT.failed : EXIT.ok
}

function describeUnseen(looks: number, unseen: RoundCounts['unseen']): string {
  const lines = unseen
    .slice(0, NAMED)
    .map(
      ({ name, error, reason, message }) => `  ${name}: ${error}${reason === null ? '' : `, ${reason}`} (${message})`,
    )
  const more = unseen.length - NAMED
  const whole = [`${unseen.length} of ${looks} items were not seen:`, ...lines]
  return (more > 0 ? [...whole, `  and ${more} more: --json has all of them`] : whole).join('\n')
}
