import type { SelectHTMLAttributes } from 'preact'

/** A value, and its text where that is another. */
export type Option = string | readonly [value: string, text: string]

type SelectAttributes = Pick<SelectHTMLAttributes, 'aria-describedby' | 'class' | 'id' | 'name' | 'required' | 'value'>

interface SelectProps extends SelectAttributes {
  /** What is chosen, for screen readers. Default: its field has a label. */
  readonly label?: string
  /** Text of the choice of nothing. Default: a value is always chosen. */
  readonly none?: string | undefined
  readonly options: readonly Option[]
  readonly onChange?: ((value: string) => void) | undefined
}

/** Chooses one of several values. */
export function Select({ label, none, options, onChange, ...select }: SelectProps) {
  return (
    <select aria-label={label} {...select} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option
        return (
          <option key={value} value={value}>
            {text}
          </option>
        )
      })}
    </select>
  )
}
