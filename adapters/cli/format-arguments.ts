import { RESULT_FORMATS } from '../pages/table/formats.ts'

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const sums = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** All formats, such as "jsonl, json or csv". */
export const formatNames = choices.format(RESULT_FORMATS.map(({ name }) => name))

const tableNames = sums.format(RESULT_FORMATS.filter(({ isTable }) => isTable).map(({ name }) => name))

const fileTitles = RESULT_FORMATS.filter(({ needsFile }) => needsFile).map(({ title }) => title)

/** Which formats need a file, such as "Parquet needs it". */
export const fileNeed = `${sums.format(fileTitles)} ${fileTitles.length === 1 ? 'needs' : 'need'} it`

/** Option of commands that write results in several formats. */
export const formatArg = {
  type: 'string',
  short: 'f',
  valueHint: 'FORMAT',
  description: `${formatNames}. The results are tables in ${tableNames}`,
} as const

/** Options of commands that write their results to one file, with `--format`. */
export const formatArgs = {
  format: formatArg,
  out: {
    type: 'string',
    short: 'o',
    valueHint: 'FILE',
    description: `With --format: file for the results, which is replaced. ${fileNeed}. Default: standard output`,
  },
} as const
