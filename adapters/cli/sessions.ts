import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { sessionsCheckArgs } from './live-arguments.ts'

const checkCommand = defineCommand({
  description: 'Fetch products with and without a place, and count what the pages show: a measure of your own exits.',
  args: sessionsCheckArgs,
  examples: ['sessions check --zip 10001 --asins list.txt', 'sessions check --domain nl --ship-to DE --asins list.txt'],
  run: async (values) => (await import('./run-sessions-check.ts')).runSessionsCheck(values),
})

export const sessionsCommand: CommandGroup = { commands: { check: checkCommand } }
