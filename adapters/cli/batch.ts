import { defineCommand } from './command/define-command.ts'
import { batchArgs } from './batch-arguments.ts'

export const batchCommand = defineCommand({
  args: batchArgs,
  examples: ['batch list.csv --domain de --out results.jsonl', 'batch list.jsonl --server http://127.0.0.1:8080'],
  run: async (values) => (await import('./run-batch.ts')).runBatch(values),
})
