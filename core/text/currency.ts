/** ISO 4217 codes that the runtime knows. */
const ISO_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const ISO_CODE = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g

/** Whether three capitals are a currency: "EUR", not "CEP". */
export function isCurrencyCode(code: string): boolean {
  return ISO_CODES.has(code)
}

/** Signs of a single currency. Order: longer ones first. */
const SIGNS: readonly (readonly [sign: string, currency: string])[] = [
  ['CDN$', 'CAD'],
  ['CA$', 'CAD'],
  ['US$', 'USD'],
  ['MX$', 'MXN'],
  ['AU$', 'AUD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['JP¥', 'JPY'],
  ['CN¥', 'CNY'],
  ['R$', 'BRL'],
  ['S$', 'SGD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['Rs.', 'INR'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₴', 'UAH'],
  ['฿', 'THB'],
  ['₽', 'RUB'],
  ['₱', 'PHP'],
  ['\u20C1', 'SAR'],
  ['Kč', 'CZK'],
  ['درهم', 'AED'],
  ['جنيه', 'EGP'],
  ['ج.م', 'EGP'],
  ['د.إ', 'AED'],
  ['ر.س', 'SAR'],
  ['د.ك', 'KWD'],
  ['د.ب', 'BHD'],
  ['ر.ع', 'OMR'],
]
/** Signs of two letters, which must not be parts of a word. */
const LETTERS = /(?<![A-Za-z])(?:TL|KD)(?![A-Za-z])/
const CURRENCY_OF_LETTERS: Readonly<Record<string, string>> = { TL: 'TRY', KD: 'KWD' }

/**
 * ISO 4217 code of the currency that a price names: by a code, or by a sign of
 * only one currency.
 *
 * Absent: null, also for `$`, `kr`, `¥`, `ريال` and other signs of several
 * currencies, which mean the marketplace's own.
 */
export function findCurrency(price: string): string | null {
  for (const [code] of price.matchAll(ISO_CODE)) if (ISO_CODES.has(code)) return code
  for (const [sign, currency] of SIGNS) if (price.includes(sign)) return currency
  const [letters = ''] = LETTERS.exec(price) ?? []
  return CURRENCY_OF_LETTERS[letters] ?? null
}
