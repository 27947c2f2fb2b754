import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Polish names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['Stany Zjednoczone', 'Stanów Zjednoczonych', 'Stanach Zjednoczonych', 'USA'], // From knowledge.
  CA: ['Kanada', 'Kanady', 'Kanadzie'], // From knowledge.
  MX: ['Meksyk', 'Meksyku'], // From knowledge.
  BR: ['Brazylia', 'Brazylii'], // From knowledge.
  GB: [
    // From knowledge.
    'Wielka Brytania',
    'Wielkiej Brytanii',
    'Zjednoczonego Królestwa',
    'Zjednoczonym Królestwie',
    'Zjednoczone Królestwo',
  ],
  IE: ['Irlandia', 'Irlandii'], // From knowledge.
  DE: ['Niemcy', 'Niemiec', 'Niemczech'], // From knowledge.
  FR: ['Francja', 'Francji'], // From knowledge.
  IT: ['Włochy', 'Włoch', 'Włoszech'], // From knowledge.
  ES: ['Hiszpania', 'Hiszpanii'], // From knowledge.
  NL: ['Holandia', 'Holandii', 'Niderlandów', 'Niderlandach', 'Niderlandy'], // From knowledge.
  BE: ['Belgia', 'Belgii'], // From knowledge.
  PL: ['Polska', 'Polski', 'Polsce'], // From knowledge.
  SE: ['Szwecja', 'Szwecji'], // From knowledge.
  TR: ['Turcja', 'Turcji'], // From knowledge.
  AE: ['Zjednoczone Emiraty Arabskie', 'Zjednoczonych Emiratów Arabskich', 'Zjednoczonych Emiratach Arabskich'], // From knowledge.
  SA: ['Arabia Saudyjska', 'Arabii Saudyjskiej'], // From knowledge.
  EG: ['Egipt', 'Egiptu', 'Egipcie'], // From knowledge.
  ZA: [
    // From knowledge.
    'Republika Południowej Afryki',
    'Republiki Południowej Afryki',
    'Republice Południowej Afryki',
    'RPA',
    'Afryki Południowej',
    'Afryce Południowej',
  ],
  IN: ['Indie', 'Indii', 'Indiach'], // From knowledge.
  JP: ['Japonia', 'Japonii'], // From knowledge.
  CN: ['Chiny', 'Chin', 'Chinach'], // From knowledge.
  SG: ['Singapur', 'Singapuru', 'Singapurze'], // From knowledge.
  AU: ['Australia', 'Australii'], // From knowledge.
  CZ: ['Republika Czeska'], // From knowledge.
}
