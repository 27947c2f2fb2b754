import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Swedish names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['USA', 'Förenta staterna', 'Amerikas förenta stater'], // From knowledge.
  CA: ['Kanada'], // From knowledge.
  MX: ['Mexiko'], // From knowledge.
  BR: ['Brasilien'], // From knowledge.
  GB: ['Storbritannien', 'Förenade kungariket', 'Förenade konungariket', 'England'], // From knowledge.
  IE: ['Irland'], // From knowledge.
  DE: ['Tyskland'], // From knowledge.
  FR: ['Frankrike'], // From knowledge.
  IT: ['Italien'], // From knowledge.
  ES: ['Spanien'], // From knowledge.
  NL: ['Nederländerna', 'Holland'], // From knowledge.
  BE: ['Belgien'], // From knowledge.
  PL: ['Polen'], // From knowledge.
  SE: ['Sverige'], // From knowledge.
  TR: ['Turkiet'], // From knowledge.
  AE: ['Förenade Arabemiraten'], // From knowledge.
  SA: ['Saudiarabien'], // From knowledge.
  EG: ['Egypten'], // From knowledge.
  ZA: ['Sydafrika'], // From knowledge.
  IN: ['Indien'], // From knowledge.
  JP: ['Japan'], // From knowledge.
  CN: ['Kina'], // From knowledge.
  SG: ['Singapore'], // From knowledge.
  AU: ['Australien'], // From knowledge.
}
