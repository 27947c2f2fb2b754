/** Option of commands that write results in several formats. */
export const formatArg = {
  type: 'string',
  short: 'f',
  valueHint: 'FORMAT',
  description: 'jsonl, json, csv or parquet. The results are tables in csv and parquet',
} as const

/** Options of commands that write their results to one file, with `--format`. */
export const formatArgs = {
  format: formatArg,
  out: {
    type: 'string',
    short: 'o',
    valueHint: 'FILE',
    description: 'With --format: file for the results, which is replaced. Parquet needs it. Default: standard output',
  },
} as const
