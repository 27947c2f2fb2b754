import type { Table } from './rows.ts'

/** A format of results. */
export interface ResultFormat {
  /** Value of `--format`, such as `jsonl`. */
  readonly name: string
  /** Name in a sentence, such as "JSON lines". */
  readonly title: string
  /** Whether it is written to a file only, and not to standard output. */
  readonly needsFile: boolean
  /** Whether results become rows of a table: one for each row of a record. */
  readonly isTable: boolean
  /**
   * Opens a file of results, or standard output. Results are written as they come, in constant memory.
   *
   * @param out File, which is replaced. Absent: undefined, standard output; not for a format that needs a file.
   * Rejects: with the errors of `node:fs`; with a `MissingPackageError`.
   */
  readonly open: (table: Table, out: string | undefined) => Promise<ResultWriter>
}

/** Takes results, one at a time, and writes them in a format. */
export interface ResultWriter {
  /** `json`: the result on one line, without a line feed. */
  readonly write: (json: string) => Promise<void>
  /** Writes the end. A file has its name only from then on. */
  readonly end: () => Promise<void>
}
