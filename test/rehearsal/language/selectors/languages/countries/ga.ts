import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Irish names of the countries that reviews come from. */
export const countries: CountryNames = {
  US: ['Stáit Aontaithe Mheiriceá'], // From knowledge.
  CA: ['Ceanada'], // From knowledge.
  MX: ['Meicsiceo'], // From knowledge.
  BR: ['an Bhrasaíl'], // From knowledge.
  GB: ['an Ríocht Aontaithe'], // From knowledge.
  IE: ['Éire'], // From knowledge.
  DE: ['an Ghearmáin'], // From knowledge.
  FR: ['an Fhrainc'], // From knowledge.
  IT: ['an Iodáil'], // From knowledge.
  ES: ['an Spáinn'], // From knowledge.
  NL: ['an Ísiltír'], // From knowledge.
  BE: ['an Bheilg'], // From knowledge.
  PL: ['an Pholainn'], // From knowledge.
  SE: ['an tSualainn'], // From knowledge.
  TR: ['an Tuirc'], // From knowledge.
  AE: ['Aontas na nÉimíríochtaí Arabacha'], // From knowledge.
  SA: ['an Araib Shádach'], // From knowledge.
  EG: ['an Éigipt'], // From knowledge.
  ZA: ['an Afraic Theas'], // From knowledge.
  IN: ['an India'], // From knowledge.
  JP: ['an tSeapáin'], // From knowledge.
  CN: ['an tSín'], // From knowledge.
  SG: ['Singeapór'], // From knowledge.
  AU: ['an Astráil'], // From knowledge.
}
