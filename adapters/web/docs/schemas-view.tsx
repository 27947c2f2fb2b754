import type { JsonSchema } from '@valibot/to-json-schema'
import { itemsOf, printType } from './print-type.ts'
import { Inline } from './prose.tsx'

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
  if (fields.length === 0) return <p>{printType(schema)}</p>
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Fields of ${name}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, schema }) => (
            <tr key={path}>
              <td>
                <code>{path}</code>
              </td>
              <td>{printType(schema)}</td>
              <td>
                <Inline text={schema.description ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
