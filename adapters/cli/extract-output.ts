import * as v from 'valibot'
import type { Issue, PageKind } from '../../core/index.ts'
import { escapeControls } from '../escape-controls.ts'
import { addToRecord } from '../pages/pool/serialize-extraction.ts'
import type { PageOrigin } from '../pages/saved/saved-page.ts'
import { jsonLines } from '../pages/table/formats.ts'
import { pageTableOf } from '../pages/table/tables.ts'
import type { ResultFormat } from '../pages/table/result-format.ts'
import type { Table } from '../pages/table/rows.ts'
import { fail, orFail } from './exit.ts'
import type { ExtractArgs } from './extract-arguments.ts'
import { formatResult, type FileResult } from './extract-files.ts'
import { isForPeople } from './list/errors.ts'
import { openResultFile } from './list/result-file.ts'
import { convertLines, failPretty, readFormat, requireWriter } from './open-results.ts'
import type { PageCounts } from './page-counts.ts'
import { print, say } from './print.ts'
import { describeMissingRecord, readPageOptions } from './read-pages.ts'
import { openRecordFiles } from './record-files.ts'

/** Where results go. */
export interface ExtractOutput {
  /** Whether the result of a page is there, of an earlier run that is continued. */
  readonly has: (page: PageOrigin) => boolean
  readonly write: (result: FileResult) => Promise<void>
  readonly end: () => Promise<void>
  /** Whether a page without a record is reported when it is written, so that it needs no summary. */
  readonly reportsPages: boolean
}

const nothing = async (): Promise<void> => undefined
const hasNone = (): boolean => false

/**
 * Opens what the options name. Ends the command when that is not possible.
 *
 * @param files The files of the pages.
 * @param counts Gets the results that an earlier run has left.
 */
export async function openExtractOutput(
  args: ExtractArgs,
  files: readonly string[],
  counts: PageCounts,
): Promise<ExtractOutput> {
  const { out, provenance, resume } = args
  if (resume && out === undefined) fail('--resume needs --out: what is printed is not kept.')
  const format = readFormat(args.format, out)
  const table = pageTableOf(readPageOptions(args).record ?? null)
  const toLine = (result: FileResult): string => formatResult(result, provenance).trimEnd()
  if (args.pretty && format !== undefined) failPretty()
  if (format !== undefined && out !== undefined && resume)
    return await continueLines({ format, out, table }, toLine, counts)
  if (format === undefined && out !== undefined) return openFolder(out, args, files, counts)
  if (format === undefined && isOneFile(args._, files)) return await printOne(args, table, toLine)
  if (args.pretty) failPretty()
  const { write, end } = await requireWriter(format ?? jsonLines, table, out)
  return { has: hasNone, write: (result) => write(toLine(result)), end, reportsPages: false }
}

/** Whether the command line names a file, and not a folder, which may have more pages tomorrow. */
function isOneFile(names: readonly string[], files: readonly string[]): boolean {
  return names.length === 1 && files[0] === names[0]
}

/** Prints the record of a file that is one page; a line for each page of a file with several. */
async function printOne(
  args: ExtractArgs,
  table: Table,
  toLine: (result: FileResult) => string,
): Promise<ExtractOutput> {
  const lines = await requireWriter(jsonLines, table, undefined)
  let isOnePage = false
  return {
    has: hasNone,
    write: async (result) => {
      isOnePage = result.page.number === null
      if (isOnePage) withRecord(result, args, print)
      else if (args.pretty) failPretty()
      else await lines.write(toLine(result))
    },
    end: lines.end,
    get reportsPages() {
      return isOnePage
    },
  }
}

/** A file for each record. */
function openFolder(out: string, args: ExtractArgs, files: readonly string[], counts: PageCounts): ExtractOutput {
  const records = openRecordFiles(out, args._, files)
  return {
    has: args.resume ? records.has : hasNone,
    write: async (result) => withRecord(result, args, (json) => records.write(result.page, json)),
    end: nothing,
    get reportsPages() {
      return counts.pages === 1
    },
  }
}

const keptSchema = v.looseObject({
  file: v.string(),
  kind: v.custom<PageKind>((kind) => typeof kind === 'string'),
  record: v.nullable(v.looseObject({})),
  error: v.nullable(v.looseObject({})),
})

/**
 * Adds results to those of an earlier run, each as soon as it is there. Another format than JSON lines is made of them
 * at the end.
 */
async function continueLines(
  { format, out, table }: { readonly format: ResultFormat; readonly out: string; readonly table: Table },
  toLine: (result: FileResult) => string,
  counts: PageCounts,
): Promise<ExtractOutput> {
  const path = format === jsonLines ? out : `${out}.${jsonLines.name}`
  const known = new Set<string>()
  const keep = (value: unknown): boolean => {
    if (!v.is(keptSchema, value)) return false
    known.add(value.file)
    counts.add({ kind: value.kind, hasRecord: value.record !== null, isUnreadable: value.error !== null })
    return true
  }
  const { append, close } = await orFail(() => openResultFile(path, keep), isForPeople)
  if (known.size > 0) say(`${known.size} results are in ${path}. Continuing with the other pages.`)
  return {
    has: ({ name }) => known.has(name),
    write: async (result) => orFail(() => append(escapeControls(`${toLine(result)}\n`)), isForPeople),
    end: async () => {
      close()
      if (format !== jsonLines) await convertLines(path, await requireWriter(format, table, out))
    },
    reportsPages: false,
  }
}

/** Passes on the record, or prints why there is none. */
function withRecord(result: FileResult, { pretty, provenance }: ExtractArgs, pass: (json: string) => unknown): void {
  const { recordJson, issuesJson, provenanceJson, page } = result
  if (recordJson === null) {
    say(`${page.name}: ${describeFailure(result)}`)
    return
  }
  const cut = (JSON.parse(issuesJson) as readonly Issue[]).find(({ problem }) => problem === 'the page is cut')
  if (cut !== undefined) say(`${page.name}: The page is cut, so that its record can lack values. ${cut.text}`)
  const record = addToRecord(recordJson, { screenshot: null, provenanceJson: provenance ? provenanceJson : null })
  pass(`${pretty ? JSON.stringify(JSON.parse(record), null, 2) : record}\n`)
}

function describeFailure({ error, kind, evidence, issuesJson }: FileResult): string {
  return error?.message ?? describeMissingRecord(kind, evidence, JSON.parse(issuesJson) as readonly Issue[])
}
