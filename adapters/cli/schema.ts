import { defineCommand } from './command/define-command.ts'
import { requireKnown } from './exit.ts'

export const schemaCommand = defineCommand({
  args: {
    record: {
      type: 'positional',
      required: false,
      description: async () => (await import('./record-names.ts')).recordTexts.schemas,
    },
    table: { type: 'boolean', description: 'Print a Markdown table in place of a JSON Schema', default: false },
  },
  examples: ['schema card', 'schema product --table'],
  async run(args) {
    const { defaultSchema, fieldTable, jsonSchema, knownSchemas } = await import('./record-schema.ts')
    const name = requireKnown('record', args.record ?? defaultSchema, knownSchemas)
    process.stdout.write(args.table ? fieldTable(name) : `${JSON.stringify(jsonSchema(name), null, 2)}\n`)
  },
})
