import { defineCommand } from './command/define-command.ts'
import { kindArgs } from './page-arguments.ts'

export const kindCommand = defineCommand({
  args: kindArgs,
  examples: ['kind page.html', 'kind pages --status 503'],
  run: async (values) => (await import('./run-kind.ts')).runKind(values),
})
