import type { ExtractArgs } from './extract-arguments.ts'
import { availableParallelism } from 'node:os'
import type { Issue } from '../../core/index.ts'
import { addToRecord } from '../retrieve/threads/index.ts'
import { jsonLines, pageTable } from '../table/index.ts'
import { EXIT, requireInteger } from './exit.ts'
import { extractPages, formatResult, type FileResult } from './extract-files.ts'
import { readFormat, requireWriter } from './open-results.ts'
import { describeMissingRecord, failWithoutPages, readPageOptions, readPages, requirePages } from './read-pages.ts'
import { isOnePage, openRecordFiles } from './record-files.ts'
import { ProgressBar } from './terminal.ts'
import { print, say } from './print.ts'

/** Runs the command `extract`. */
export async function runExtract(args: ExtractArgs): Promise<void> {
  const files = await requirePages(args._)
  const jobs = args.jobs === undefined ? availableParallelism() : requireInteger('jobs', args.jobs, 1)
  const options = readPageOptions(args)
  const output = await openOutput(args, files)
  const progress = new ProgressBar(files.every(isOnePage) ? files.length : null)
  let [count, failures] = [0, 0]
  for await (const result of extractPages(readPages(files, args.field), options, jobs)) {
    progress.clear()
    await output.write(result)
    count++
    if (result.recordJson === null) failures++
    if (count > 1 || files.length > 1) progress.show(count, failures)
  }
  progress.clear()
  if (count === 0) failWithoutPages(args._)
  await output.end()
  process.exitCode = failures > 0 ? EXIT.failed : EXIT.ok
}

/** Where results go. */
interface Output {
  readonly write: (result: FileResult) => Promise<void>
  readonly end: () => Promise<void>
}

async function openOutput(args: ExtractArgs, files: readonly string[]): Promise<Output> {
  const { out, provenance } = args
  const format = readFormat(args.format, out)
  const toLine = (result: FileResult): string => formatResult(result, provenance).trimEnd()
  if (format !== undefined) {
    const writer = await requireWriter(format, pageTable, out)
    return { write: (result) => writer.write(toLine(result)), end: writer.end }
  }
  const end = async (): Promise<void> => undefined
  if (out !== undefined) {
    const records = openRecordFiles(out, args._, files)
    return { write: async (result) => withRecord(result, args, (json) => records.write(result.page, json)), end }
  }
  const lines = await requireWriter(jsonLines, pageTable, undefined)
  const isOne = ({ page }: FileResult): boolean => files.length === 1 && page.number === null
  return {
    write: async (result) => {
      if (isOne(result)) withRecord(result, args, print)
      else await lines.write(toLine(result))
    },
    end,
  }
}

/** Passes on the record, or prints why there is none. */
function withRecord(result: FileResult, { pretty, provenance }: ExtractArgs, pass: (json: string) => unknown): void {
  const { recordJson, provenanceJson, page } = result
  if (recordJson === null) {
    say(`${page.name}: ${describeFailure(result)}`)
    return
  }
  const record = addToRecord(recordJson, { screenshot: null, provenanceJson: provenance ? provenanceJson : null })
  pass(`${pretty ? JSON.stringify(JSON.parse(record), null, 2) : record}\n`)
}

function describeFailure({ error, kind, evidence, issuesJson }: FileResult): string {
  return error?.message ?? describeMissingRecord(kind, evidence, JSON.parse(issuesJson) as readonly Issue[])
}
