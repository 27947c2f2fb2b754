import { defineCommand } from 'citty'
import { fieldTable } from '../schema/field-table.ts'
import { productJsonSchema } from '../schema/product-json-schema.ts'

export const schemaCommand = defineCommand({
  meta: { name: 'schema', description: 'Print what a record holds: its JSON Schema, or a table of its fields.' },
  args: {
    table: { type: 'boolean', description: 'A table in Markdown', default: false },
  },
  run({ args }) {
    process.stdout.write(args.table ? fieldTable() : `${JSON.stringify(productJsonSchema(), null, 2)}\n`)
  },
})
