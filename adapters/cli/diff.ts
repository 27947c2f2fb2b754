import { defineCommand } from './command/define-command.ts'
import { diffArgs } from './diff-arguments.ts'

export const diffCommand = defineCommand({
  args: diffArgs,
  examples: ['diff monday.json tuesday.json', 'diff monday.jsonl tuesday.jsonl --fields price,stock --format csv'],
  run: async (values) => (await import('./run-diff.ts')).runDiff(values),
})
