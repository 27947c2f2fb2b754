import { defineCommand } from 'citty'
import { fieldTable } from '../schema/field-table.ts'
import { jsonSchema, schemaNames } from '../schema/json-schema.ts'
import { fail } from './exit-codes.ts'

export const schemaCommand = defineCommand({
  meta: { name: 'schema', description: 'Print what a record holds: its JSON Schema, or a table of its fields.' },
  args: {
    record: { type: 'positional', required: false, default: 'product', description: 'product, search or card' },
    table: { type: 'boolean', description: 'A table in Markdown', default: false },
  },
  run({ args }) {
    const name = schemaNames.find((entry) => entry === args.record)
    if (name === undefined) fail(`there is no schema "${args.record}". Schemas: ${schemaNames.join(', ')}`)
    process.stdout.write(args.table ? fieldTable(name) : `${JSON.stringify(jsonSchema(name), null, 2)}\n`)
  },
})
