import type { CountryNames } from '../../../core/marketplace/language.ts'

/** French names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['États-Unis', 'USA'], // fr 2026; from knowledge
  CA: ['Canada'], // From knowledge.
  MX: ['Mexique'], // From knowledge.
  BR: ['Brésil'], // From knowledge.
  GB: ['Royaume-Uni', 'Grande-Bretagne'], // fr 2020; from knowledge
  IE: ['Irlande'], // From knowledge.
  DE: ['Allemagne'], // fr 2020, 2026
  FR: ['France'], // fr 2020, 2026
  IT: ['Italie'], // fr 2020
  ES: ['Espagne'], // fr 2020, 2026
  NL: ['Pays-Bas', 'Hollande'], // From knowledge.
  BE: ['Belgique'], // From knowledge.
  PL: ['Pologne'], // From knowledge.
  SE: ['Suède'], // From knowledge.
  TR: ['Turquie'], // fr 2026
  AE: ['Émirats arabes unis'], // From knowledge.
  SA: ['Arabie saoudite'], // From knowledge.
  EG: ['Égypte'], // From knowledge.
  ZA: ['Afrique du Sud'], // From knowledge.
  IN: ['Inde'], // fr 2026
  JP: ['Japon'], // From knowledge.
  CN: ['Chine'], // From knowledge.
  SG: ['Singapour'], // From knowledge.
  AU: ['Australie'], // From knowledge.
  CZ: ['République tchèque'], // From knowledge.
}
