import { defineCommand } from './command/define-command.ts'
import { fetchArgs } from './live-arguments.ts'

export const fetchCommand = defineCommand({
  args: fetchArgs,
  examples: [
    'fetch product B0SHLFS081 B0SHLFS082 --domain de --source sandbox',
    "fetch search 'usb cable' --set sort_by=price_asc --set pages=2 --source sandbox",
  ],
  run: async (values) => (await import('./run-fetch.ts')).runFetch(values),
})
