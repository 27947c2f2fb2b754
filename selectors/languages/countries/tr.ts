import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Turkish names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Amerika Birleşik Devletleri', 'ABD', "Amerika Birleşik Devletleri'nde"], // From knowledge.
  CA: ['Kanada'], // From knowledge.
  MX: ['Meksika'], // From knowledge.
  BR: ['Brezilya'], // From knowledge.
  GB: ['Birleşik Krallık', 'İngiltere'], // From knowledge.
  IE: ['İrlanda'], // From knowledge.
  DE: ['Almanya'], // From knowledge.
  FR: ['Fransa'], // From knowledge.
  IT: ['İtalya'], // From knowledge.
  ES: ['İspanya'], // From knowledge.
  NL: ['Hollanda'], // From knowledge.
  BE: ['Belçika'], // From knowledge.
  PL: ['Polonya'], // From knowledge.
  SE: ['İsveç'], // From knowledge.
  TR: ['Türkiye'], // From knowledge.
  AE: ['Birleşik Arap Emirlikleri', 'BAE'], // From knowledge.
  SA: ['Suudi Arabistan'], // From knowledge.
  EG: ['Mısır'], // From knowledge.
  ZA: ['Güney Afrika'], // From knowledge.
  IN: ['Hindistan'], // From knowledge.
  JP: ['Japonya'], // From knowledge.
  CN: ['Çin'], // From knowledge.
  SG: ['Singapur'], // From knowledge.
  AU: ['Avustralya'], // From knowledge.
  CZ: ['Çek Cumhuriyeti'], // From knowledge.
}
