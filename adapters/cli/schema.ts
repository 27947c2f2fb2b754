import { defineCommand } from './command/define-command.ts'
import { requireKnown } from './exit.ts'
import { defaultRecord, schemaNames } from './record-names.ts'

export const schemaCommand = defineCommand({
  args: {
    record: {
      type: 'positional',
      required: false,
      default: defaultRecord,
      description: schemaNames,
    },
    table: { type: 'boolean', description: 'Print a Markdown table in place of a JSON Schema', default: false },
  },
  examples: ['schema card', 'schema product --table'],
  async run(args) {
    const { fieldTable, jsonSchema, knownSchemas } = await import('./record-schema.ts')
    const name = requireKnown('record', args.record, knownSchemas)
    process.stdout.write(args.table ? fieldTable(name) : `${JSON.stringify(jsonSchema(name), null, 2)}\n`)
  },
})
