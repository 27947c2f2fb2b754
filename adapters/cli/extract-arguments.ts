import type { Values } from './command/define-command.ts'
import { fileNeed, formatArg } from './format-arguments.ts'
import { fieldArg, pageArgs, pages } from './page-arguments.ts'

/** Arguments of `extract`. */
export const extractArgs = {
  page: pages,
  ...pageArgs,
  field: fieldArg,
  format: formatArg,
  out: {
    type: 'string',
    short: 'o',
    valueHint: 'PATH',
    description: `With --format: file for all results, which is replaced; ${fileNeed}. Otherwise: folder to which each record is written, in a file of its own`,
  },
  jobs: {
    type: 'string',
    short: 'j',
    valueHint: 'N',
    description:
      'Number of pages to extract at the same time. Default: 1, and from 257 pages on the number of processors',
  },
  resume: {
    type: 'boolean',
    description: 'With --out: continue an earlier run. Pages whose results are in PATH are not extracted again',
    default: false,
  },
  'allow-missing': {
    type: 'boolean',
    description: 'Exit with 0 although pages gave no record',
    default: false,
  },
  pretty: {
    type: 'boolean',
    description: 'Indent the record of one page, or those in the files of --out',
    default: false,
  },
  provenance: {
    type: 'boolean',
    description: 'Add where each value comes from: "provenance", with winners and issues',
    default: false,
  },
} as const

export type ExtractArgs = Values<typeof extractArgs>
