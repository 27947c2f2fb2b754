import { defineCommand } from './command/define-command.ts'
import { extractArgs } from './extract-arguments.ts'

export const extractCommand = defineCommand({
  args: extractArgs,
  examples: [
    'extract page.html --pretty',
    'extract pages --out records',
    'extract - --domain de < page.html',
    'extract crawl.warc.gz --format parquet --out records.parquet',
  ],
  run: async (values) => (await import('./run-extract.ts')).runExtract(values),
})
