import type { ComponentChildren, LooseInputHTMLAttributes } from 'preact'
import { Select, type Option } from './select.tsx'

type InputAttributes = Pick<
  LooseInputHTMLAttributes,
  'autocapitalize' | 'autocomplete' | 'maxLength' | 'minLength' | 'placeholder' | 'required'
>

interface FieldProps extends InputAttributes {
  readonly label: ComponentChildren
  /** What to fill in, below the field. */
  readonly hint?: ComponentChildren
  readonly name: string
  /** Default: the name. */
  readonly id?: string
  readonly class?: string
  readonly type?: 'date' | 'password'
  /** Lines of a longer text. Default: it has one line. */
  readonly rows?: number
  /** Values to choose from. Default: a text is filled in. */
  readonly options?: readonly Option[] | undefined
  /** Text of the choice of nothing. Default: a value is always chosen. */
  readonly none?: string | undefined
  readonly value?: string
  /** Takes the value while the person types, or when it is chosen. */
  readonly onChange?: (value: string) => void
}

/** A field of a form, with its label and its hint. */
export function Field({ label, hint, id, class: name, rows, options, none, value, onChange, ...input }: FieldProps) {
  const own = id ?? input.name
  const attributes = { id: own, value, 'aria-describedby': hint === undefined ? undefined : `${own}-hint` }
  const text = {
    ...attributes,
    autocomplete: 'off' as const,
    spellcheck: false,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => onChange?.(event.currentTarget.value),
    ...input,
  }
  return (
    <div class={`field ${name ?? ''}`}>
      <label for={own}>{label}</label>
      {options !== undefined ? (
        <Select
          {...attributes}
          name={input.name}
          required={input.required}
          none={none}
          options={options}
          onChange={onChange}
        />
      ) : rows !== undefined ? (
        <textarea rows={rows} {...text} />
      ) : (
        <input {...text} />
      )}
      {hint !== undefined && (
        <span class="hint" id={`${own}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
