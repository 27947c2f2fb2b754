import type { CountryNames } from '../../../core/marketplace/language.ts'

/** English names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['United States', 'USA', 'United States of America'], // com, co.uk, in, ae 2021 to 2026; from knowledge; from knowledge
  CA: ['Canada'], // com, co.uk, ae 2021 to 2026
  MX: ['Mexico'], // com 2022 to 2026
  BR: ['Brazil'], // com 2024
  GB: ['United Kingdom', 'UK'], // com, co.uk, in, ae 2021 to 2025; from knowledge
  IE: ['Ireland'], // From knowledge.
  DE: ['Germany'], // com, co.uk, ae 2021 to 2026
  FR: ['France'], // com, co.uk, ae 2024, 2025, 2026
  IT: ['Italy'], // com, co.uk, ae 2024, 2025, 2026
  ES: ['Spain'], // co.uk, ae 2024, 2025
  NL: ['Netherlands', 'Holland'], // com 2021; from knowledge
  BE: ['Belgium'], // com 2025, 2026
  PL: ['Poland'], // From knowledge.
  SE: ['Sweden'], // com 2026
  TR: ['Turkey', 'Türkiye'], // com 2026; from knowledge
  AE: ['United Arab Emirates', 'UAE'], // com, ae 2025; from knowledge
  SA: ['Saudi Arabia', 'KSA'], // com 2025, 2026; from knowledge
  EG: ['Egypt'], // From knowledge.
  ZA: ['South Africa'], // From knowledge.
  IN: ['India'], // com, in 2022, 2025, 2026
  JP: ['Japan'], // com 2022
  CN: ['China'], // From knowledge.
  SG: ['Singapore'], // com 2024
  AU: ['Australia'], // com 2024
  CZ: ['Czech Republic'], // com 2018 to 2025
  BN: ['Brunei Darussalam'], // From knowledge.
  CI: ['Ivory Coast'], // From knowledge.
  CV: ['Cabo Verde'], // From knowledge.
  KR: ['Korea, Republic of', 'Republic of Korea'], // From knowledge.
  MO: ['Macau'], // From knowledge.
  RU: ['Russian Federation'], // From knowledge.
  SZ: ['Swaziland'], // From knowledge.
  VN: ['Viet Nam'], // From knowledge.
}
