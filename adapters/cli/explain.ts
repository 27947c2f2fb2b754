import { defineCommand } from './command/define-command.ts'
import { explainArgs } from './page-arguments.ts'

export const explainCommand = defineCommand({
  args: explainArgs,
  examples: ['explain page.html', 'explain page.html price', 'explain page.html price --json'],
  run: async (values) => (await import('./run-explain.ts')).runExplain(values),
})
