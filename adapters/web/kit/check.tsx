import type { ComponentChildren, LooseInputHTMLAttributes } from 'preact'

type InputAttributes = Pick<LooseInputHTMLAttributes, 'checked' | 'defaultChecked' | 'name' | 'value'>

interface CheckProps extends InputAttributes {
  readonly type?: 'checkbox' | 'radio'
  readonly label: ComponentChildren
  readonly onCheck?: (isChecked: boolean) => void
}

/** A box to check, or one of several choices. */
export function Check({ label, type = 'checkbox', onCheck, ...input }: CheckProps) {
  return (
    <label class="check">
      <input type={type} onChange={({ currentTarget }) => onCheck?.(currentTarget.checked)} {...input} />
      {label}
    </label>
  )
}

interface ChecksProps {
  readonly legend: string
  readonly name: string
  /** `radio`: one is chosen. */
  readonly type: 'checkbox' | 'radio'
  readonly options: readonly (readonly [value: string, text: string])[]
  /** Values that are chosen at first. */
  readonly chosen: readonly string[]
}

/** Several choices in a form. */
export function Checks({ legend, name, type, options, chosen }: ChecksProps) {
  return (
    <fieldset class="stack">
      <legend class="label">{legend}</legend>
      {options.map(([value, text]) => (
        <Check key={value} name={name} type={type} value={value} label={text} defaultChecked={chosen.includes(value)} />
      ))}
    </fieldset>
  )
}
