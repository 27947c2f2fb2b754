import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Spanish names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Estados Unidos', 'EE. UU.', 'EE.UU.', 'Estados Unidos de América'], // From knowledge.
  CA: ['Canadá'], // From knowledge.
  MX: ['México', 'Méjico'], // From knowledge.
  BR: ['Brasil'], // From knowledge.
  GB: ['Reino Unido', 'Gran Bretaña'], // From knowledge.
  IE: ['Irlanda'], // From knowledge.
  DE: ['Alemania'], // From knowledge.
  FR: ['Francia'], // From knowledge.
  IT: ['Italia'], // From knowledge.
  ES: ['España'], // From knowledge.
  NL: ['Países Bajos', 'Holanda'], // From knowledge.
  BE: ['Bélgica'], // From knowledge.
  PL: ['Polonia'], // From knowledge.
  SE: ['Suecia'], // From knowledge.
  TR: ['Turquía'], // From knowledge.
  AE: ['Emiratos Árabes Unidos'], // From knowledge.
  SA: ['Arabia Saudí', 'Arabia Saudita'], // From knowledge.
  EG: ['Egipto'], // From knowledge.
  ZA: ['Sudáfrica'], // From knowledge.
  IN: ['India'], // From knowledge.
  JP: ['Japón'], // From knowledge.
  CN: ['China'], // From knowledge.
  SG: ['Singapur'], // From knowledge.
  AU: ['Australia'], // From knowledge.
  CZ: ['República Checa'], // From knowledge.
}
