import { once } from 'node:events'
import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { loadWithPackages } from '../load-packages.ts'
import { csvHead, csvRow } from './csv.ts'
import { toRows, type Table } from './table.ts'

/** Formats of results. */
export const RESULT_FORMATS = ['jsonl', 'json', 'csv', 'parquet'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** Takes results, one at a time, and writes them in a format. */
export interface ResultWriter {
  /** `json`: the result on one line, without a line feed. */
  readonly write: (json: string) => Promise<void>
  /** Writes the end. A file has its name only from then on. */
  readonly end: () => Promise<void>
}

/** A text that is written in pieces. */
interface TextOutput {
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/**
 * Opens a file of results, or standard output. Results are written as they come, in constant memory.
 *
 * @param out File, which is replaced. Absent: undefined, standard output; not for Parquet.
 * Rejects: with the errors of `node:fs`; with a `MissingPackageError`.
 */
export async function openResultWriter(
  format: ResultFormat,
  table: Table,
  out: string | undefined,
): Promise<ResultWriter> {
  if (format === 'parquet') {
    if (out === undefined) throw new TypeError('Parquet is written to a file.')
    return await openParquet(table, out)
  }
  const output = out === undefined ? standardOutput : openFile(out)
  if (format === 'csv') {
    await output.write(csvHead(table.columns))
    return { ...output, write: (json) => output.write(rowsOf(table, json).map(csvRow).join('')) }
  }
  return format === 'jsonl' ? { ...output, write: (json) => output.write(`${json}\n`) } : toJsonList(output)
}

function rowsOf(table: Table, json: string): ReturnType<typeof toRows> {
  return toRows(table, JSON.parse(json) as Readonly<Record<string, unknown>>)
}

/** One JSON array, a line for each result. */
function toJsonList(output: TextOutput): ResultWriter {
  let before = '[\n'
  return {
    write: async (json) => {
      const text = before + json
      before = ',\n'
      await output.write(text)
    },
    end: async () => {
      await output.write(before === ',\n' ? '\n]\n' : '[]\n')
      await output.end()
    },
  }
}

async function openParquet(table: Table, out: string): Promise<ResultWriter> {
  const { ParquetFile } = await loadWithPackages('Parquet', ['hyparquet-writer'], () => import('./parquet.ts'))
  const part = partOf(out)
  const file = new ParquetFile(part, table.columns)
  return {
    write: async (json) => rowsOf(table, json).forEach((cells) => file.write(cells)),
    end: async () => {
      file.end()
      renameSync(part, out)
    },
  }
}

/** The file while it is written. */
function partOf(out: string): string {
  return `${out}.part`
}

function openFile(out: string): TextOutput {
  const part = partOf(out)
  const file = openSync(part, 'w')
  return {
    write: async (text) => {
      for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(file, rest))
    },
    end: async () => {
      closeSync(file)
      renameSync(part, out)
    },
  }
}

/** Absent: null, standard output has room. */
let drained: Promise<unknown> | null = null

const standardOutput: TextOutput = {
  write: async (text) => {
    if (process.stdout.write(text)) return
    drained ??= once(process.stdout, 'drain').finally(() => (drained = null))
    await drained
  },
  end: async () => undefined,
}
