import { defineCommand } from 'citty'
import { LongBatchError } from '../long-batch/long-batch-error.ts'
import { openRun, type Run } from '../long-batch/open-run.ts'
import { runInProcess } from '../long-batch/run-in-process.ts'
import { runOnServer } from '../long-batch/run-on-server.ts'
import { createServerClient } from '../long-batch/server-client.ts'
import type { ServerRun } from '../long-batch/server-run.ts'
import { batchArgs, readBatchOptions, type BatchOptions } from './batch-options.ts'
import { EXIT, fail } from './exit-codes.ts'
import { ProgressBar } from './progress-bar.ts'

export const batchCommand = defineCommand({
  meta: {
    name: 'batch',
    description: 'Work on a list of products or searches, on a server or in this process: a JSON line an item.',
  },
  args: batchArgs,
  async run({ args }) {
    const options = await readBatchOptions(args)
    const progress = new ProgressBar(options.items.length)
    const run = await open(options, progress)
    try {
      process.exitCode = await work(options, run, progress)
    } finally {
      run.close()
    }
  },
})

/** Begins, or goes on with a file of results. */
async function open({ endpoint, items, out, isFresh, worker }: BatchOptions, progress: ProgressBar): Promise<Run> {
  const print = (lines: string): void => {
    progress.clear()
    process.stdout.write(lines)
  }
  try {
    return await openRun({ endpoint, items, out, isFresh, isOnServer: 'server' in worker, print })
  } catch (error) {
    return fail(requireReason(error))
  }
}

/** Gives the exit code. */
async function work(options: BatchOptions, run: Run, progress: ProgressBar): Promise<number> {
  const { items, out } = options
  const { tally } = run.results
  const say = (message: string): void => {
    progress.clear()
    process.stderr.write(`shelfmark: ${message}\n`)
  }
  if (tally.done === items.length) {
    say(`everything is in ${out} already: ${tally.describe()}`)
    return EXIT.ok
  }
  if (tally.done > 0) say(`${tally.done} of ${items.length} results are in ${out}; the others come now`)
  const interruption = listenForSignals()
  try {
    await doWork(options, run, progress, say, interruption.signal)
    say(tally.describe())
    return tally.failed === 0 ? EXIT.ok : EXIT.failed
  } catch (error) {
    const { name } = interruption
    say(`${name ?? requireReason(error)}\n${describeRest(options, tally.done)}`)
    return name === null ? EXIT.usage : EXIT[name]
  } finally {
    interruption.end()
  }
}

type Say = (message: string) => void

async function doWork(
  { endpoint, items, worker }: BatchOptions,
  run: Run,
  progress: ProgressBar,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const { results } = run
  const onResults = (): void => progress.show(results.tally.done, results.tally.failed)
  onResults()
  try {
    if ('config' in worker) await runInProcess({ endpoint, items, results, ...worker, say, onResults }, signal)
    else await askServer({ run, items, webhookUrl: worker.webhookUrl, say, onResults }, worker, signal)
  } finally {
    progress.clear()
  }
}

async function askServer(
  work: Omit<ServerRun, 'client'>,
  { server, key }: { readonly server: string; readonly key: string },
  signal: AbortSignal,
): Promise<void> {
  const client = createServerClient({ server, key, say: work.say })
  try {
    await runOnServer({ ...work, client }, signal)
  } finally {
    await client.close()
  }
}

interface Interruption {
  readonly signal: AbortSignal
  /** Which signal came. Absent: null, none did. */
  readonly name: 'SIGINT' | 'SIGTERM' | null
  /** Listens no more. */
  readonly end: () => void
}

/** The first signal ends the work in good order, a second one at once. */
function listenForSignals(): Interruption {
  const controller = new AbortController()
  const listen = (name: NodeJS.Signals): void => {
    end()
    controller.abort(name)
  }
  const end = (): void => {
    process.off('SIGINT', listen).off('SIGTERM', listen)
  }
  process.on('SIGINT', listen).on('SIGTERM', listen)
  return {
    signal: controller.signal,
    get name() {
      return controller.signal.aborted ? (controller.signal.reason as 'SIGINT' | 'SIGTERM') : null
    },
    end,
  }
}

/** What a person can do about an error. Throws: those that are mistakes of the program. */
function requireReason(error: unknown): string {
  const isPlain = error instanceof LongBatchError || (error as NodeJS.ErrnoException).code !== undefined
  if (isPlain) return (error as Error).message
  throw error
}

/** How to go on. */
function describeRest({ items, out, worker }: BatchOptions, done: number): string {
  const isOnServer = 'server' in worker
  const meanwhile = isOnServer && done > 0 ? ' What the server has begun, it works on meanwhile.' : ''
  if (out !== undefined) {
    return `${done} of ${items.length} results are in ${out}. The same command goes on from there.${meanwhile}`
  }
  const again = isOnServer ? 'The same command within a day takes the same batches, which are charged once.' : ''
  return `${done} of ${items.length} results were printed; without --out, none are kept. ${again}`.trimEnd()
}
