import { defineCommand } from './command/define-command.ts'
import { rankArgs } from './rank-arguments.ts'

export const rankCommand = defineCommand({
  args: rankArgs,
  examples: [
    'rank keywords.txt --asins B0LTAM7JRT,B04WPQC8Y4 --domain de --pages 2',
    'rank keywords.txt --asins B0LTAM7JRT --brands Linden --format csv > rank.csv',
  ],
  run: async (values) => (await import('./run-rank.ts')).runRank(values),
})
