import { MissingPackageError } from '../load-packages.ts'
import { openResultWriter, RESULT_FORMATS, type ResultFormat, type ResultWriter, type Table } from '../table/index.ts'
import { fail, orFail, requireKnown } from './exit.ts'

/** The format. Absent: undefined, not given. Ends the command when it is unknown, or Parquet has no file. */
export function readFormat(format: string | undefined, out: string | undefined): ResultFormat | undefined {
  if (format === undefined) return undefined
  const known = requireKnown('format', format, RESULT_FORMATS)
  if (known === 'parquet' && out === undefined) fail('Parquet is not written to a terminal or a pipe. Give --out FILE.')
  return known
}

/** The format of a command whose `--out` is for results in a format alone. Ends the command without `--format`. */
export function requireOutFormat({
  format,
  out,
}: {
  readonly format: string | undefined
  readonly out: string | undefined
}): ResultFormat | undefined {
  if (out !== undefined && format === undefined) fail('--out needs --format: jsonl, json, csv or parquet.')
  return readFormat(format, out)
}

/** Opens the file of results, or standard output. Ends the command when that is not possible. */
export async function requireWriter(
  format: ResultFormat,
  table: Table,
  out: string | undefined,
): Promise<ResultWriter> {
  return await orFail(
    () => openResultWriter(format, table, out),
    (error) => error instanceof MissingPackageError || 'syscall' in error,
  )
}
