import { itemTables, withInputs } from '../pages/table/tables.ts'
import type { ResultWriter } from '../pages/table/result-format.ts'
import type { Table } from '../pages/table/rows.ts'
import type { BatchArgs } from './batch-arguments.ts'
import { readBatchOptions, type BatchOptions } from './batch-options.ts'
import { EXIT, orFail } from './exit.ts'
import { convertLines, requireWriter } from './open-results.ts'
import { isForPeople } from './list/errors.ts'
import type { ServerRun } from './list/run-on-server.ts'
import type { ListJob } from './list/list-job.ts'
import { listenForStop, ProgressBar } from './terminal.ts'
import { say } from './print.ts'

/** Runs the command `batch`. */
export async function runBatch(args: BatchArgs): Promise<void> {
  const options = await readBatchOptions(args)
  const { items, out, table, format } = options
  const progress = new ProgressBar(items.length)
  const columns = tableOf(options)
  const printed = out === undefined ? await requireWriter(format, columns, undefined) : undefined
  const run = await open(options, progress, printed)
  try {
    process.exitCode = await work(options, run, progress)
  } finally {
    run.close()
    await printed?.end()
  }
  if (table !== undefined && out !== undefined && run.results.counts.done === items.length) {
    await convertLines(out, await requireWriter(table.format, columns, table.path))
  }
}

/** The columns of the results, with those of the list itself. */
function tableOf({ endpoint, items }: BatchOptions): Table {
  return withInputs(itemTables[endpoint], [...new Set(items.flatMap(({ item }) => Object.keys(item)))])
}

/** Starts a run, or continues one. */
async function open(
  { endpoint, items, out, isFresh, worker }: BatchOptions,
  progress: ProgressBar,
  printed: ResultWriter | undefined,
): Promise<ListJob> {
  const print = (lines: string): void => {
    progress.clear()
    for (const line of lines.trimEnd().split('\n')) void printed?.write(line)
  }
  const { openListJob } = await import('./list/list-job.ts')
  const options = { endpoint, items, out, isFresh, isOnServer: 'server' in worker, print }
  return await orFail(() => openListJob(options), isForPeople)
}

/** Processes the items that have no result. Gives the exit code. */
async function work(options: BatchOptions, run: ListJob, progress: ProgressBar): Promise<number> {
  const { items, out } = options
  const { counts } = run.results
  const report = (message: string): void => {
    progress.clear()
    say(message)
  }
  if (counts.done === items.length) {
    report(`All results are already in ${out}: ${counts.describe()}`)
    return EXIT.ok
  }
  if (counts.done > 0) report(`${counts.done} of ${items.length} results are in ${out}. Continuing with the others.`)
  const interruption = listenForStop()
  try {
    await doWork(options, run, progress, say, interruption.signal)
    report(counts.describe())
    return counts.failed === 0 ? EXIT.ok : EXIT.failed
  } catch (error) {
    const { name } = interruption
    if (name === null && !isForPeople(error)) throw error
    report(`${name === null ? (error as Error).message : `Stopped by ${name}.`}\n${describeRest(options, counts.done)}`)
    return name === null ? EXIT.usage : EXIT[name]
  } finally {
    interruption.end()
  }
}

type Say = (message: string) => void

async function doWork(
  { endpoint, items, worker }: BatchOptions,
  run: ListJob,
  progress: ProgressBar,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const { results } = run
  const onResults = (): void => progress.show(results.counts.done, results.counts.failed)
  onResults()
  try {
    if ('config' in worker) {
      const { runInProcess } = await import('./list/run-in-process.ts')
      await runInProcess({ endpoint, items, results, ...worker, say, onResults }, signal)
    } else await askServer({ run, items, webhookUrl: worker.webhookUrl, say, onResults }, worker, signal)
  } finally {
    progress.clear()
  }
}

async function askServer(
  work: Omit<ServerRun, 'client'>,
  { server, key }: { readonly server: string; readonly key: string },
  signal: AbortSignal,
): Promise<void> {
  const [{ createServerClient }, { runOnServer }] = await Promise.all([
    import('./list/server-client.ts'),
    import('./list/run-on-server.ts'),
  ])
  await runOnServer({ ...work, client: createServerClient({ server, key, say: work.say }) }, signal)
}

/** How to get the other results. */
function describeRest({ items, out, worker }: BatchOptions, done: number): string {
  const isOnServer = 'server' in worker
  if (out !== undefined) {
    const meanwhile = isOnServer && done > 0 ? ' In the meantime, the server continues its batches.' : ''
    return `${done} of ${items.length} results are in ${out}. Run the same command again to continue.${meanwhile}`
  }
  const again = isOnServer ? 'Within 24 hours, the same command gets the same batches, which are charged once.' : ''
  return `${done} of ${items.length} results were printed. Without --out, none are stored. ${again}`.trimEnd()
}
