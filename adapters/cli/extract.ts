import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import type { Issue } from '../../core/index.ts'
import { addProvenance } from '../retrieve/threads/index.ts'
import { defineCommand } from './command/define-command.ts'
import { EXIT, fail, requireInteger } from './exit.ts'
import { extractFile, extractFiles, formatResult, type FileResult } from './extract-files.ts'
import { describeMissingRecord, pageArgs, pages, readPageOptions, requirePages } from './page-arguments.ts'
import { ProgressBar } from './terminal.ts'

export const extractCommand = defineCommand({
  args: {
    page: pages,
    ...pageArgs,
    out: {
      type: 'string',
      valueHint: 'DIR',
      description: 'Folder to which each record is written, in a file of its own',
    },
    jobs: {
      type: 'string',
      valueHint: 'N',
      description: 'Number of pages to extract at the same time. Default: the number of processors',
    },
    pretty: { type: 'boolean', description: 'Indent the record', default: false },
    provenance: {
      type: 'boolean',
      description: 'Add where each value comes from: "provenance", with winners and issues',
      default: false,
    },
  },
  examples: ['extract page.html --pretty', 'extract pages --out records', 'extract - --domain de < page.html'],
  async run(args) {
    const files = await requirePages(args._)
    if (files.length === 0) fail(`There are no pages (*.html, *.htm) in ${args._.join(', ')}.`)
    const jobs = args.jobs === undefined ? availableParallelism() : requireInteger('jobs', args.jobs, 1)
    const options = readPageOptions(args)
    if (args.out !== undefined) prepareOut(args.out, files)
    const [first] = files
    if (files.length === 1 && first !== undefined) {
      const result = await extractFile(first, options)
      printOne(result, args)
      process.exitCode = result.recordJson === null ? EXIT.failed : EXIT.ok
      return
    }
    const progress = new ProgressBar(files.length)
    let failures = 0
    for await (const result of extractFiles(files, options, jobs)) {
      progress.clear()
      if (args.out === undefined) process.stdout.write(formatResult(result, args.provenance))
      else printOne(result, args)
      if (result.recordJson === null) failures++
      progress.advance(failures)
    }
    progress.clear()
    process.exitCode = failures > 0 ? EXIT.failed : EXIT.ok
  },
})

/** Creates the folder. Ends the command when two pages have the same name: one record would overwrite the other. */
function prepareOut(out: string, files: readonly string[]): void {
  const known = new Map<string, string>()
  for (const file of files) {
    const name = recordName(file)
    const other = known.get(name)
    if (other !== undefined) fail(`${other} and ${file} would both be written to ${name}. Extract them separately.`)
    known.set(name, file)
  }
  mkdirSync(out, { recursive: true })
}

function recordName(file: string): string {
  return `${basename(file).replace(/\.html?$/i, '')}.json`
}

interface PrintOptions {
  readonly pretty: boolean
  /** Folder. Absent: undefined, standard output. */
  readonly out?: string | undefined
  readonly provenance: boolean
}

/** Prints the record, or why there is none. */
function printOne(result: FileResult, { pretty, out, provenance }: PrintOptions): void {
  const { recordJson, provenanceJson } = result
  if (recordJson === null) {
    process.stderr.write(`shelfmark: ${result.file}: ${describeFailure(result)}\n`)
    return
  }
  const record = addProvenance(recordJson, provenance ? provenanceJson : null)
  const json = `${pretty ? JSON.stringify(JSON.parse(record), null, 2) : record}\n`
  if (out === undefined) process.stdout.write(json)
  else writeFileSync(join(out, recordName(result.file)), json)
}

function describeFailure({ error, kind, evidence, issuesJson }: FileResult): string {
  return error?.message ?? describeMissingRecord(kind, evidence, JSON.parse(issuesJson) as readonly Issue[])
}
