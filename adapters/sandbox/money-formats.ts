/** How a marketplace writes numbers and amounts of money. */
export interface MoneyFormat {
  readonly symbol: string
  readonly isBefore: boolean
  /** Between symbol and number. */
  readonly gap: string
  readonly group: string
  readonly decimal: string
  /** Digits behind the decimal mark. */
  readonly fraction: 0 | 2
  /** Groups of two behind the last three digits: 1,23,456. */
  readonly isLakh?: boolean
  /** Arabic-Indic digits. */
  readonly isArabic?: boolean
}

const NBSP = '\u00a0'
const NARROW_NBSP = '\u202f'

const points: Omit<MoneyFormat, 'symbol'> = { isBefore: true, gap: '', group: ',', decimal: '.', fraction: 2 }
const commas: Omit<MoneyFormat, 'symbol'> = { isBefore: false, gap: NBSP, group: '.', decimal: ',', fraction: 2 }

/** By domain. */
export const moneyFormats: Readonly<Record<string, MoneyFormat>> = {
  com: { ...points, symbol: '$' },
  'co.uk': { ...points, symbol: '£' },
  de: { ...commas, symbol: '€' },
  fr: { ...commas, symbol: '€', group: NARROW_NBSP },
  it: { ...commas, symbol: '€', gap: '' },
  es: { ...commas, symbol: '€', gap: '' },
  nl: { ...commas, symbol: '€', isBefore: true },
  pl: { ...commas, symbol: 'zł', group: NBSP },
  se: { ...commas, symbol: 'kr', group: NBSP },
  ca: { ...points, symbol: '$' },
  'com.mx': { ...points, symbol: '$' },
  'com.br': { ...commas, symbol: 'R$', isBefore: true },
  'com.au': { ...points, symbol: '$' },
  'co.jp': { ...points, symbol: '￥', fraction: 0 },
  sg: { ...points, symbol: 'S$' },
  in: { ...points, symbol: '₹', isLakh: true },
  'com.tr': { ...commas, symbol: 'TL', gap: '' },
  ae: { ...points, symbol: 'AED', gap: NBSP },
  sa: { ...points, symbol: 'ريال', isBefore: false, gap: NBSP, group: '٬', decimal: '٫', isArabic: true },
  eg: { ...points, symbol: 'جنيه', gap: NBSP },
}

/** What a visitor from abroad sees: the code of the currency, and points. Source: a page of co.jp with prices in TWD, 2026. */
export function foreignFormat(currency: string): MoneyFormat {
  return { ...points, symbol: currency, gap: NBSP, fraction: currency === 'JPY' ? 0 : 2 }
}
