import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { defineCommand } from 'citty'
import { listPages } from '../pages/list-pages.ts'
import { EXIT, fail } from './exit-codes.ts'
import { extractFile, type FileResult } from './extract-file.ts'
import { extractFiles } from './extract-files.ts'
import { pageArgs, readPageOptions } from './page-options.ts'
import { ProgressBar } from './progress-bar.ts'

export const extractCommand = defineCommand({
  meta: {
    name: 'extract',
    description: 'Turn saved pages into records: one page into its record, many into one JSON line each.',
  },
  args: {
    page: { type: 'positional', required: false, description: 'Saved pages, folders of them, or - for standard input' },
    ...pageArgs,
    out: { type: 'string', description: 'Folder to write one record file a page to' },
    jobs: { type: 'string', description: 'Pages read at a time; default: as many as there are processors' },
    pretty: { type: 'boolean', description: 'Indent the record', default: false },
  },
  async run({ args }) {
    const files = requirePages(args._)
    const options = readPageOptions(args)
    if (args.out !== undefined) prepareOut(args.out, files)
    const [first] = files
    if (files.length === 1 && first !== undefined) {
      const result = await extractFile(first, options)
      printOne(result, args.pretty, args.out)
      process.exitCode = result.record === null ? EXIT.failed : EXIT.ok
      return
    }
    const progress = new ProgressBar(files.length)
    let failures = 0
    for await (const result of extractFiles(files, options, readJobs(args.jobs))) {
      progress.clear()
      if (args.out === undefined) process.stdout.write(`${JSON.stringify(result)}\n`)
      else printOne(result, args.pretty, args.out)
      if (result.record === null) failures++
      progress.advance(failures)
    }
    progress.clear()
    process.exitCode = failures > 0 ? EXIT.failed : EXIT.ok
  },
})

function requirePages(args: readonly string[]): string[] {
  if (args.length === 0) fail('name at least one saved page, a folder, or - for standard input')
  let files: string[]
  try {
    files = listPages(args)
  } catch (error) {
    fail((error as Error).message)
  }
  if (files.length === 0) fail(`there are no pages (*.html, *.htm) in ${args.join(', ')}`)
  return files
}

/** Makes the folder; two pages of one name would overwrite each other's record. */
function prepareOut(out: string, files: readonly string[]): void {
  const known = new Map<string, string>()
  for (const file of files) {
    const name = recordName(file)
    const other = known.get(name)
    if (other !== undefined) fail(`${other} and ${file} would both be written to ${name}; give them apart`)
    known.set(name, file)
  }
  mkdirSync(out, { recursive: true })
}

function recordName(file: string): string {
  return `${basename(file).replace(/\.html?$/i, '')}.json`
}

function readJobs(jobs: string | undefined): number {
  if (jobs === undefined) return availableParallelism()
  const count = Number(jobs)
  if (!Number.isInteger(count) || count < 1) fail(`--jobs ${jobs}: give a whole number from 1`)
  return count
}

/** The record itself, or why there is none. */
function printOne(result: FileResult, isPretty: boolean, out: string | undefined): void {
  if (result.record === null) {
    process.stderr.write(`shelfmark: ${result.file}: ${describeFailure(result)}\n`)
    return
  }
  const json = `${JSON.stringify(result.record, null, isPretty ? 2 : 0)}\n`
  if (out === undefined) process.stdout.write(json)
  else writeFileSync(join(out, recordName(result.file)), json)
}

function describeFailure({ error, kind, evidence, issues }: FileResult): string {
  if (error !== null) return error.message
  const missing = issues.filter(({ problem }) => problem === 'missing').map(({ field }) => field)
  if (missing.length > 0) return `this ${kind} page has no ${missing.join(', ')}`
  return `this is a page of the kind "${kind}", of which nothing is read: ${evidence}`
}
