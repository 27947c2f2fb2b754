import { defineCommand } from './command/define-command.ts'
import { watchArgs } from './watch-arguments.ts'

export const watchCommand = defineCommand({
  args: watchArgs,
  examples: [
    'watch items.txt --every 6h --on-change ./tell-me.sh',
    'watch items.csv --rules rules.json --once',
    'watch --series B0SHLFS081 price --format json',
  ],
  run: async (values) => (await import('./run-watch.ts')).runWatch(values),
})
