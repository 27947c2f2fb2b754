import type { JsonSchema } from '@valibot/to-json-schema'
import { nameOf, printType } from './print-type.ts'

/** The type of a schema, with links to the schemas that it names. */
export function TypeLink({ schema }: { readonly schema: object }) {
  const choices = (schema as JsonSchema).oneOf as readonly JsonSchema[] | undefined
  return (
    <>
      {(choices ?? [schema as JsonSchema]).map((choice, index) => {
        const name = nameOf(choice)
        return (
          <span key={index}>
            {index > 0 && ' or '}
            {name === null ? printType(choice) : <a href={`#schema-${name}`}>{name}</a>}
          </span>
        )
      })}
    </>
  )
}
