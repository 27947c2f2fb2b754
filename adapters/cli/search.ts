import { defineCommand } from './command/define-command.ts'
import { searchArgs } from './live-arguments.ts'

export const searchCommand = defineCommand({
  args: searchArgs,
  examples: [
    'search usb cable --domain de',
    'search kettle --pages 3 --sort price_asc --source sandbox',
    'search kettle --brand Norwick --max-price 40 --source sandbox',
    'search --seller A2SHELF0003401 --domain de --source sandbox',
  ],
  run: async (values) => (await import('./run-search.ts')).runSearch(values),
})
