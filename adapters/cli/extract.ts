import { availableParallelism } from 'node:os'
import type { Issue } from '../../core/index.ts'
import { pageTable } from '../table/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, requireInteger } from './exit.ts'
import { extractPages, formatResult, type FileResult } from './extract-files.ts'
import { formatArg, readFormat, requireWriter } from './format-arguments.ts'
import {
  describeMissingRecord,
  failWithoutPages,
  fieldArg,
  pageArgs,
  pages,
  readPageOptions,
  readPages,
  requirePages,
} from './page-arguments.ts'
import { isOnePage, openRecordFiles } from './record-files.ts'
import { ProgressBar } from './terminal.ts'

export const extractCommand = defineCommand({
  args: {
    page: pages,
    ...pageArgs,
    field: fieldArg,
    format: formatArg,
    out: {
      type: 'string',
      valueHint: 'PATH',
      description:
        'With --format: file for all results, which is replaced; Parquet needs it. Otherwise: folder to which each record is written, in a file of its own',
    },
    jobs: {
      type: 'string',
      valueHint: 'N',
      description: 'Number of pages to extract at the same time. Default: the number of processors',
    },
    pretty: { type: 'boolean', description: 'Indent the record', default: false },
  },
  examples: [
    'extract page.html --pretty',
    'extract pages --out records',
    'extract - --domain de < page.html',
    'extract crawl.warc.gz --format parquet --out records.parquet',
  ],
  async run(args) {
    const files = await requirePages(args._)
    const jobs = args.jobs === undefined ? availableParallelism() : requireInteger('jobs', args.jobs, 1)
    const options = await readPageOptions(args)
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
  },
})

/** Where results go. */
interface Output {
  readonly write: (result: FileResult) => Promise<void>
  readonly end: () => Promise<void>
}

interface OutputArgs {
  readonly _: readonly string[]
  readonly format: string | undefined
  readonly out: string | undefined
  readonly pretty: boolean
}

async function openOutput(args: OutputArgs, files: readonly string[]): Promise<Output> {
  const { out, pretty } = args
  const format = readFormat(args.format, out)
  if (format !== undefined) {
    const writer = await requireWriter(format, pageTable, out)
    return { write: (result) => writer.write(formatResult(result).trimEnd()), end: writer.end }
  }
  const end = async (): Promise<void> => undefined
  if (out !== undefined) {
    const records = openRecordFiles(out, args._, files)
    return { write: async (result) => withRecord(result, pretty, (json) => records.write(result.page, json)), end }
  }
  const lines = await requireWriter('jsonl', pageTable, undefined)
  const isOne = ({ page }: FileResult): boolean => files.length === 1 && page.number === null
  return {
    write: async (result) => {
      if (isOne(result)) withRecord(result, pretty, (json) => process.stdout.write(json))
      else await lines.write(formatResult(result).trimEnd())
    },
    end,
  }
}

/** Passes on the record, or prints why there is none. */
function withRecord(result: FileResult, isPretty: boolean, pass: (json: string) => unknown): void {
  const { recordJson, page } = result
  if (recordJson === null) process.stderr.write(`shelfmark: ${page.name}: ${describeFailure(result)}\n`)
  else pass(`${isPretty ? JSON.stringify(JSON.parse(recordJson), null, 2) : recordJson}\n`)
}

function describeFailure({ error, kind, evidence, issuesJson }: FileResult): string {
  return error?.message ?? describeMissingRecord(kind, evidence, JSON.parse(issuesJson) as readonly Issue[])
}
