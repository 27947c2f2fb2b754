import { createReadStream } from 'node:fs'
import { MissingPackageError } from '../load-packages.ts'
import { RESULT_FORMATS } from '../pages/table/formats.ts'
import type { ResultFormat, ResultWriter } from '../pages/table/result-format.ts'
import type { Table } from '../pages/table/rows.ts'
import { splitLines } from '../pages/saved/lines.ts'
import { fail, orFail, requireKnown } from './exit.ts'
import { formatNames } from './format-arguments.ts'

/** The format. Absent: undefined, not given. Ends the command when it is unknown, or needs a file and has none. */
export function readFormat(name: string | undefined, out: string | undefined): ResultFormat | undefined {
  if (name === undefined) return undefined
  const names = RESULT_FORMATS.map((known) => known.name)
  const known = requireKnown('format', name, names)
  const format = RESULT_FORMATS.find((entry) => entry.name === known)
  if (format?.needsFile === true && out === undefined) {
    fail(`${format.title} is not written to a terminal or a pipe. Give --out FILE.`)
  }
  return format
}

/** Ends the command: `--pretty` was given for what is not one record on standard output or in a file of its own. */
export function failPretty(): never {
  return fail('--pretty indents the record of one page. For several pages, and with --format, leave it out.')
}

/** The format of a command whose `--out` is for results in a format alone. Ends the command without `--format`. */
export function requireOutFormat({
  format,
  out,
}: {
  readonly format: string | undefined
  readonly out: string | undefined
}): ResultFormat | undefined {
  if (out !== undefined && format === undefined) fail(`--out needs --format: ${formatNames}.`)
  return readFormat(format, out)
}

/** Opens the file of results, or standard output. Ends the command when that is not possible. */
export async function requireWriter(
  format: ResultFormat,
  table: Table,
  out: string | undefined,
): Promise<ResultWriter> {
  return await orFail(
    () => format.open(table, out),
    (error) => error instanceof MissingPackageError || 'syscall' in error,
  )
}

/** Writes the results of a file of JSON lines in another format. */
export async function convertLines(path: string, output: ResultWriter): Promise<void> {
  for await (const { bytes } of splitLines(createReadStream(path))) {
    if (bytes !== null) await output.write(Buffer.from(bytes).toString())
  }
  await output.end()
}
