import { defineCommand } from './command/define-command.ts'
import { getArgs } from './live-arguments.ts'

export const getCommand = defineCommand({
  args: getArgs,
  examples: [
    'get B0SHLFS081 --domain de --source sandbox --pretty',
    'get https://www.amazon.co.jp/dp/B0SHLFS081 --source sandbox',
    'get ASIN --render-js --screenshot page.png',
  ],
  run: async (values) => (await import('./run-get.ts')).runGet(values),
})
