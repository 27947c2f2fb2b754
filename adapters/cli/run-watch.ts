import { EXIT, fail } from './exit.ts'
import { print, say } from './print.ts'
import { printSeries } from './print-series.ts'
import type { LocalWatch } from './watch/local-watch.ts'
import { shellCommand } from './watch/tell-events.ts'
import { readWatchOptions } from './watch-options.ts'
import type { WatchArgs } from './watch-arguments.ts'
import { describeUnseen, openFile, withLocalWatch } from './with-local-watch.ts'

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
  const act = args['on-change'] === undefined ? null : shellCommand(args['on-change'])
  const audience = { print: (line: string) => print(`${line}\n`), act, say }
  await withLocalWatch(store, await readWatchOptions(args), audience, (watch, _file, signal) =>
    args.once ? lookOnce(watch, args.json, signal) : watch.runForever(signal),
  )
}

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
