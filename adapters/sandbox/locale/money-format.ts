/**
 * How a marketplace writes amounts of money. The format follows from the
 * language and the currency of the marketplace; `FORMATS_OF_DOMAINS` holds the
 * exceptions.
 */
import type { Marketplace } from '../../../core/index.ts'
import type { NumberFormat } from '../phrases/index.ts'

/** What is known of a currency. */
export interface Currency {
  /** Symbol as marketplaces print it. Default: the ISO 4217 code. */
  readonly symbol: string
  /** Whether prices have cents. Default: true. */
  readonly hasCents: boolean
  /** Whether search pages leave out cents that are zero. Default: false. */
  readonly hidesZeroCents: boolean
  /** Units that buy about as much as one dollar, for prices of a plausible size. Default: 1. */
  readonly perDollar: number
}

/** By ISO 4217 code. A currency that is not listed has the defaults of `Currency`. */
const CURRENCIES: Readonly<Record<string, Partial<Currency>>> = {
  USD: { symbol: '$' },
  GBP: { symbol: '£' },
  EUR: { symbol: '€' },
  PLN: { symbol: 'zł', perDollar: 4 },
  SEK: { symbol: 'kr', perDollar: 10 },
  CAD: { symbol: '$' },
  MXN: { symbol: '$', perDollar: 18 },
  BRL: { symbol: 'R$' },
  AUD: { symbol: '$' },
  JPY: { symbol: '￥', perDollar: 150, hasCents: false },
  SGD: { symbol: 'S$' },
  INR: { symbol: '₹', perDollar: 80, hidesZeroCents: true },
  TRY: { symbol: 'TL', perDollar: 30 },
  SAR: { symbol: 'ريال' },
  EGP: { symbol: 'جنيه', perDollar: 45 },
}

export function describeCurrency(code: string): Currency {
  return { symbol: code, hasCents: true, hidesZeroCents: false, perDollar: 1, ...CURRENCIES[code] }
}

/** Rounds to an amount that the currency can express. */
export function roundTo(amount: number, currency: string): number {
  return describeCurrency(currency).hasCents ? Math.round(amount * 100) / 100 : Math.round(amount)
}

export interface MoneyFormat extends NumberFormat {
  readonly symbol: string
  readonly gap: string
  /** Digits after the decimal mark. */
  readonly fraction: 0 | 2
}

const NBSP = '\u00a0'

/** Number formats of marketplaces that differ from those of their languages, by domain. */
const FORMATS_OF_DOMAINS: Readonly<Record<string, NumberFormat>> = {
  sa: { group: '٬', decimal: '٫', isBefore: false, gap: NBSP, isArabic: true },
}

/** Format of a marketplace's own currency. */
export function moneyFormatOf({ domain, currency }: Marketplace, numbers: NumberFormat): MoneyFormat {
  const { symbol } = describeCurrency(currency)
  return toMoneyFormat(currency, symbol, FORMATS_OF_DOMAINS[domain] ?? numbers)
}

/**
 * Format of another marketplace's currency, as visitors from abroad see it: the
 * code before the number.
 *
 * Source: a page of co.jp with prices in TWD, 2026.
 */
export function foreignFormatOf(currency: string): MoneyFormat {
  return toMoneyFormat(currency, currency, { group: ',', decimal: '.', isBefore: true })
}

const WORD = /^\p{L}+$/u

function toMoneyFormat(currency: string, symbol: string, format: NumberFormat): MoneyFormat {
  const gap = WORD.test(symbol) ? NBSP : ''
  return { gap, ...format, symbol, fraction: describeCurrency(currency).hasCents ? 2 : 0 }
}
