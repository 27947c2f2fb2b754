import type { LanguagePhrases } from './phrases.ts'

/** English as printed outside of the United States and Canada: the day comes before the month. */
export const en: LanguagePhrases = {
  dates: { full: '{day} {month} {year}', row: '{day} {month} {year}', delivery: '{weekday}, {day} {month}' },
  details: { length_unit: 'cm' },
  dimensions: { color: 'Colour' },
  price: { list: 'RRP:', units: ['100 g', 'count', 'l'] },
}

/** English as printed in India: 1,23,456. */
export const enIn: LanguagePhrases = { ...en, numbers: { isLakh: true } }
