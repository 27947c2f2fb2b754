import type { SavedPage, UnreadablePage } from '../pages/saved/saved-page.ts'
import { EXIT, requireInteger } from './exit.ts'
import type { ExtractArgs } from './extract-arguments.ts'
import { extractPages } from './extract-files.ts'
import { openExtractOutput, type ExtractOutput } from './extract-output.ts'
import { PageCounts } from './page-counts.ts'
import { say } from './print.ts'
import { failWithoutPages, readPageOptions, readPages, requirePages } from './read-pages.ts'
import { isOnePage } from './record-files.ts'
import { ProgressBar } from './terminal.ts'

/** Runs the command `extract`. */
export async function runExtract(args: ExtractArgs): Promise<void> {
  const files = await requirePages(args._)
  const jobs = args.jobs === undefined ? null : requireInteger('jobs', args.jobs, 1)
  const options = readPageOptions(args)
  const counts = new PageCounts()
  const output = await openExtractOutput(args, files, counts)
  const progress = new ProgressBar(files.every(isOnePage) ? files.length : null)
  for await (const result of extractPages(readRest(files, args, output), options, jobs)) {
    progress.clear()
    await output.write(result)
    const { kind, recordJson, error } = result
    counts.add({ kind, hasRecord: recordJson !== null, isUnreadable: error !== null })
    if (counts.pages > 1 || files.length > 1) progress.show(counts.pages, counts.failed)
  }
  progress.clear()
  if (counts.pages === 0) failWithoutPages(args._)
  await output.end()
  if (counts.failed > 0 && !output.reportsPages) say(`${counts.describe()}.`)
  process.exitCode = counts.failed > 0 && !args['allow-missing'] ? EXIT.failed : EXIT.ok
}

/** The pages that have no result yet. A file that is one page is not read again. */
async function* readRest(
  files: readonly string[],
  { field }: ExtractArgs,
  { has }: ExtractOutput,
): AsyncGenerator<SavedPage | UnreadablePage> {
  const rest = files.filter((file) => !isOnePage(file) || !has({ file, number: null, name: file, url: undefined }))
  for await (const page of readPages(rest, field)) if (!has(page)) yield page
}
