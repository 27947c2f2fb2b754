import { StoreError } from '../store/store-error.ts'
import {
  createDelivery,
  machineClock,
  nextDueMs,
  runForever,
  runRound,
  shellCommand,
  WatchFile,
  type RoundCounts,
  type WatchRun,
} from '../watch/index.ts'
import { EXIT, fail, orFail } from './exit.ts'
import { print, say } from './print.ts'
import { printSeries } from './print-series.ts'
import { listenForStop } from './terminal.ts'
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
      file.close()
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
      const delivery = createDelivery({ file, print: (line) => print(`${line}\n`), act, say })
      const run = { ...options, file, retriever, clock: machineClock, delivery, say }
      await (args.once ? lookOnce(run, args.json, interruption.signal) : runForever(run, interruption.signal))
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
    file.close()
  }
}

async function openFile(path: string): Promise<WatchFile> {
  return await orFail(
    () => new WatchFile(path),
    (error) => error instanceof StoreError,
  )
}

/** Items that are named when they were not seen: more are counted. */
const NAMED = 20

/** One round. The exit code says whether every look saw a record. */
async function lookOnce(run: WatchRun, isJson: boolean, signal: AbortSignal): Promise<void> {
  const { looks, seen, unseen } = await runRound(run, signal)
  const nextMs = nextDueMs(run)
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
    .map(({ name, error, reason, message }) => `  ${name}: ${error}, ${reason} (${message})`)
  const more = unseen.length - NAMED
  const whole = [`${unseen.length} of ${looks} items were not seen:`, ...lines]
  return (more > 0 ? [...whole, `  and ${more} more: --json has all of them`] : whole).join('\n')
}
