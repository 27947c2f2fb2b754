import type { CountryNames } from '../../../core/marketplace/language.ts'

/** German names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Vereinigte Staaten von Amerika', 'Vereinigte Staaten', 'Vereinigten Staaten', 'USA'], // de 2023, 2024; from knowledge
  CA: ['Kanada'], // From knowledge.
  MX: ['Mexiko'], // From knowledge.
  BR: ['Brasilien'], // From knowledge.
  GB: ['Vereinigtes Königreich', 'Vereinigten Königreich', 'Großbritannien'], // From knowledge.
  IE: ['Irland'], // From knowledge.
  DE: ['Deutschland'], // From knowledge.
  FR: ['Frankreich'], // From knowledge.
  IT: ['Italien'], // From knowledge.
  ES: ['Spanien'], // From knowledge.
  NL: ['Niederlande', 'Niederlanden', 'Holland'], // From knowledge.
  BE: ['Belgien'], // From knowledge.
  PL: ['Polen'], // From knowledge.
  SE: ['Schweden'], // From knowledge.
  TR: ['Türkei'], // From knowledge.
  AE: ['Vereinigte Arabische Emirate', 'Vereinigten Arabischen Emiraten'], // From knowledge.
  SA: ['Saudi-Arabien'], // From knowledge.
  EG: ['Ägypten'], // From knowledge.
  ZA: ['Südafrika'], // From knowledge.
  IN: ['Indien'], // From knowledge.
  JP: ['Japan'], // From knowledge.
  CN: ['China'], // From knowledge.
  SG: ['Singapur'], // From knowledge.
  AU: ['Australien'], // From knowledge.
  CZ: ['Tschechische Republik'], // From knowledge.
}
