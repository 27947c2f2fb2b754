import { locationTypeOf, type Place, type PlaceForms, type PlacePart } from '../../../core/index.ts'
import { addressChange } from '../../../selectors/index.ts'

const READERS: Readonly<Record<PlacePart, (place: Place) => string | null>> = {
  zip: ({ zip }) => zip,
  city: ({ city }) => city,
  'city in capitals': ({ city }) => city?.toUpperCase() ?? null,
  country: ({ shipTo }) => shipTo,
}

/** What the shop's form sends for a place. */
export function placeFields(place: Place, forms: PlaceForms): Readonly<Record<string, string>> {
  const locationType = locationTypeOf(place, forms)
  const parts = Object.entries(addressChange.placeFields[locationType] ?? {})
  const filled = parts.map(([name, part]) => [name, READERS[part](place) ?? ''] as const)
  return { locationType, ...Object.fromEntries(filled), ...addressChange.fields }
}
