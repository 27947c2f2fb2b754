import type { Signal } from '@preact/signals'
import { Field } from '../kit/field.tsx'
import type { Question } from './service.ts'

/** Parameters of a place, with what they are called and an example. Order: of the interface. */
const FIELDS = [
  ['zip', 'Postal code', '10001, or auto'],
  ['city', 'City', 'Dubai'],
  ['ship_to', 'Other country', 'DE'],
] as const

/** Asks for a place of delivery, which can be left out. The service says which marketplace has which fields. */
export function PlaceFields({ place }: { readonly place: Signal<Question['place']> }) {
  const change = (name: string, value: string): void => {
    const { [name]: _, ...others } = place.value
    place.value = value.trim() === '' ? others : { ...others, [name]: value.trim() }
  }
  return (
    <fieldset class="place">
      <legend>Place of delivery, if it matters</legend>
      {FIELDS.map(([name, label, example]) => (
        <Field
          key={name}
          label={label}
          name={name}
          placeholder={example}
          value={place.value[name] ?? ''}
          onChange={(text) => change(name, text)}
        />
      ))}
    </fieldset>
  )
}
