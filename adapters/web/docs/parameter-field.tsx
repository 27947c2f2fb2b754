import type { ParameterObject } from '../../http/openapi/document.ts'
import { Field } from '../kit/field.tsx'
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
  const label = (
    <>
      <code>{name}</code>{' '}
      <span class="quiet">
        {parameter.in}, {printType(schema)}
        {required && ', required'}
        {schema.default !== undefined && `, default ${JSON.stringify(schema.default)}`}
      </span>
    </>
  )
  const shared = { id, name, label, hint: <Inline text={description} />, required, value, class: 'parameter' }
  if (choices === undefined) return <Field {...shared} onChange={onChange} />
  return <Field {...shared} none={required ? undefined : 'not sent'} options={choices} onChange={onChange} />
}
