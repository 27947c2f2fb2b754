import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Italian names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Stati Uniti', 'USA'], // From knowledge.
  CA: ['Canada'], // From knowledge.
  MX: ['Messico'], // From knowledge.
  BR: ['Brasile'], // From knowledge.
  GB: ['Regno Unito', 'Gran Bretagna'], // From knowledge.
  IE: ['Irlanda'], // From knowledge.
  DE: ['Germania'], // From knowledge.
  FR: ['Francia'], // From knowledge.
  IT: ['Italia'], // From knowledge.
  ES: ['Spagna'], // From knowledge.
  NL: ['Paesi Bassi', 'Olanda'], // From knowledge.
  BE: ['Belgio'], // From knowledge.
  PL: ['Polonia'], // From knowledge.
  SE: ['Svezia'], // From knowledge.
  TR: ['Turchia'], // From knowledge.
  AE: ['Emirati Arabi Uniti'], // From knowledge.
  SA: ['Arabia Saudita'], // From knowledge.
  EG: ['Egitto'], // From knowledge.
  ZA: ['Sudafrica'], // From knowledge.
  IN: ['India'], // From knowledge.
  JP: ['Giappone'], // From knowledge.
  CN: ['Cina'], // From knowledge.
  SG: ['Singapore'], // From knowledge.
  AU: ['Australia'], // From knowledge.
  CZ: ['Repubblica Ceca'], // From knowledge.
}
