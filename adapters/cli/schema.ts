import { defineCommand } from './command/define-command.ts'
import { requireKnown } from './exit.ts'
import type { RecordName } from './record-schema.ts'

const RECORDS: readonly RecordName[] = ['product', 'search', 'card']

export const schemaCommand = defineCommand({
  args: {
    record: {
      type: 'positional',
      required: false,
      default: 'product',
      description: 'product, search (the record of a search page), or card (one of its products)',
    },
    table: { type: 'boolean', description: 'Print a Markdown table in place of a JSON Schema', default: false },
  },
  examples: ['schema card', 'schema product --table'],
  async run(args) {
    const name = requireKnown('record', args.record, RECORDS)
    const { fieldTable, jsonSchema } = await import('./record-schema.ts')
    process.stdout.write(args.table ? fieldTable(name) : `${JSON.stringify(jsonSchema(name), null, 2)}\n`)
  },
})
