import type { Values } from './command/define-command.ts'
import { formatArgs } from './format-arguments.ts'
import { fieldArg, pageArgs } from './page-arguments.ts'

/** Arguments of `diff`. */
export const diffArgs = {
  before: {
    type: 'positional',
    description: 'A record as JSON, records as JSON lines, or saved pages in any format that extract reads',
  },
  after: { type: 'positional', description: 'The same, later' },
  fields: {
    type: 'string',
    valueHint: 'PATHS',
    description:
      'Fields to compare, with commas: price, sales_rank[0].rank. Default: all that do not move by themselves',
  },
  ignore: { type: 'string', valueHint: 'PATHS', description: 'Fields that are not compared, with commas' },
  domain: pageArgs.domain,
  field: fieldArg,
  ...formatArgs,
} as const

export type DiffArgs = Values<typeof diffArgs>
