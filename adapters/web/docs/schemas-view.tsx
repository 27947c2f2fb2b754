import type { JsonSchema } from '@valibot/to-json-schema'
import { Table, type Column } from '../kit/table.tsx'
import { itemsOf, printType } from './print-type.ts'
import { Inline } from './prose.tsx'
import { TypeLink } from './type-link.tsx'

/** Every schema, as a table of its fields. */
export function SchemasView({ schemas }: { readonly schemas: Readonly<Record<string, JsonSchema>> }) {
  return (
    <section class="stack" aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <details key={name} class="card schema" id={`schema-${name}`}>
          <summary>
            <code>{name}</code>
          </summary>
          <div class="stack">
            {schema.description !== undefined && (
              <p>
                <Inline text={schema.description} />
              </p>
            )}
            <Fields name={name} schema={schema} />
          </div>
        </details>
      ))}
    </section>
  )
}

function Fields({ name, schema }: { readonly name: string; readonly schema: JsonSchema }) {
  const fields = listFields(schema)
  if (fields.length === 0)
    return (
      <p>
        <TypeLink schema={schema} />
      </p>
    )
  return <Table label={`Fields of ${name}`} columns={COLUMNS} rows={fields} keyOf={({ path }) => path} />
}

const COLUMNS: readonly Column<SchemaField>[] = [
  { title: 'Field', cell: ({ path }) => <code>{path}</code> },
  { title: 'Type', cell: ({ schema }) => printType(schema) },
  { title: 'Meaning', cell: ({ schema }) => <Inline text={schema.description ?? ''} /> },
]

interface SchemaField {
  /** `buybox`, `buybox.price`, `images[].url`. */
  readonly path: string
  readonly schema: JsonSchema
}

/** The fields of a schema, and of the objects and arrays in it. References are not followed. */
function listFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  const objects = (schema.anyOf ?? schema.oneOf ?? [schema]) as readonly JsonSchema[]
  return objects.flatMap((object) => {
    if (object.type === 'array') return itemsOf(object).flatMap((item) => listFields(item, `${prefix}[]`))
    return Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const own = { path, schema: field as JsonSchema }
      return [own].concat(listFields(own.schema, path))
    })
  })
}
