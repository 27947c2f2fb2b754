import type { ParameterObject } from '../../http/openapi/document.ts'
import { printType } from './print-type.ts'
import { Inline } from './prose.tsx'

interface ParameterFieldProps {
  readonly id: string
  readonly parameter: ParameterObject
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A parameter to fill in: a choice where its values are known. */
export function ParameterField({ id, parameter, value, onChange }: ParameterFieldProps) {
  const { name, required, description, schema } = parameter
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String)
  const shared = { id, name, required, 'aria-describedby': `${id}-hint`, value }
  return (
    <div class="field parameter">
      <label for={id}>
        <code>{name}</code>{' '}
        <span class="quiet">
          {parameter.in}, {printType(schema)}
          {required && ', required'}
          {schema.default !== undefined && `, default ${JSON.stringify(schema.default)}`}
        </span>
      </label>
      {choices === undefined ? (
        <input
          {...shared}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select {...shared} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {!required && <option value="">not sent</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      <span class="hint" id={`${id}-hint`}>
        <Inline text={description} />
      </span>
    </div>
  )
}
