import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Irish names of the countries that reviews come from. */
export const countries: CountryNames = {
  IE: ['Éirinn'], // From knowledge.
}
