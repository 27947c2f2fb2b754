import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Portuguese names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Estados Unidos', 'EUA'], // From knowledge.
  CA: ['Canadá'], // com.br 2025
  MX: ['México'], // es 2022
  BR: ['Brasil'], // es, com.br 2022, 2025, 2026
  GB: ['Reino Unido', 'Grã-Bretanha'], // From knowledge.
  IE: ['Irlanda'], // From knowledge.
  DE: ['Alemanha'], // es 2022
  FR: ['França'], // From knowledge.
  IT: ['Itália'], // es, com.br 2022, 2025
  ES: ['Espanha'], // es 2022
  NL: ['Holanda', 'Países Baixos'], // com.br 2025; from knowledge
  BE: ['Bélgica'], // From knowledge.
  PL: ['Polônia'], // From knowledge.
  SE: ['Suécia'], // From knowledge.
  TR: ['Turquia'], // From knowledge.
  AE: ['Emirados Árabes Unidos'], // From knowledge.
  SA: ['Arábia Saudita'], // From knowledge.
  EG: ['Egito'], // From knowledge.
  ZA: ['África do Sul'], // From knowledge.
  IN: ['Índia'], // From knowledge.
  JP: ['Japão'], // com.br 2025
  CN: ['China'], // From knowledge.
  SG: ['Singapura'], // From knowledge.
  AU: ['Austrália'], // com.br 2025
  CZ: ['República Tcheca'], // From knowledge.
}
