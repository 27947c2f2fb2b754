import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Dutch names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Verenigde Staten', 'VS', 'Amerika'], // From knowledge.
  CA: ['Canada'], // From knowledge.
  MX: ['Mexico'], // From knowledge.
  BR: ['Brazilië'], // From knowledge.
  GB: ['Verenigd Koninkrijk', 'Groot-Brittannië', 'Engeland'], // From knowledge.
  IE: ['Ierland'], // From knowledge.
  DE: ['Duitsland'], // From knowledge.
  FR: ['Frankrijk'], // From knowledge.
  IT: ['Italië'], // From knowledge.
  ES: ['Spanje'], // From knowledge.
  NL: ['Nederland', 'Holland'], // From knowledge.
  BE: ['België'], // From knowledge.
  PL: ['Polen'], // From knowledge.
  SE: ['Zweden'], // From knowledge.
  TR: ['Turkije'], // From knowledge.
  AE: ['Verenigde Arabische Emiraten', 'VAE'], // From knowledge.
  SA: ['Saoedi-Arabië'], // From knowledge.
  EG: ['Egypte'], // From knowledge.
  ZA: ['Zuid-Afrika'], // From knowledge.
  IN: ['India'], // From knowledge.
  JP: ['Japan'], // From knowledge.
  CN: ['China'], // From knowledge.
  SG: ['Singapore'], // From knowledge.
  AU: ['Australië'], // From knowledge.
  CZ: ['Tsjechische Republiek'], // From knowledge.
}
