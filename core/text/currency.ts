/** ISO 4217 codes that the runtime knows. */
const ISO_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const ISO_CODE = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g

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
/** Signs of several currencies, which mean the marketplace's own. */
const SHARED_SIGNS = '[$¥￥円]|ريال|Rs|kr'
/** Signs that are always before their amount. */
const LEADING = /^(?:[¥￥£₹]|Rs|[A-Z]+\$)/
/** Signs of two letters, which must not be parts of a word. */
const LETTERS = /(?<![A-Za-z])(?:TL|KD)(?![A-Za-z])/
const CURRENCY_OF_LETTERS: Readonly<Record<string, string>> = { TL: 'TRY', KD: 'KWD' }

const SPECIAL = /[.$]/g
const ANY_SIGN = [...SIGNS.map(([sign]) => sign.replace(SPECIAL, '\\$&')), SHARED_SIGNS, 'TL|KD', '[A-Z]{3}'].join('|')
/** A sign of letters is not a part of a word. */
const SIGN_AT_START = new RegExp(`^\\s?(${ANY_SIGN})\\.?(?![A-Za-z])`)
const SIGN_AT_END = new RegExp(`(?<![A-Za-z])(${ANY_SIGN})\\.?\\s?$`)

/** A sign or code of a currency, next to a number. */
export interface CurrencySign {
  /** ISO 4217. Absent: null, a sign of several currencies. */
  readonly currency: string | null
  /** It is always before its amount. */
  readonly isLeading: boolean
}

/** The sign or code that a text begins with. Absent: null; also for the code of a place: "CEP". */
export function signAtStart(text: string): CurrencySign | null {
  return toSign(SIGN_AT_START.exec(text)?.[1])
}

/** The sign or code that a text ends with. */
export function signAtEnd(text: string): CurrencySign | null {
  return toSign(SIGN_AT_END.exec(text)?.[1])
}

/** A text without the signs at its two ends. */
export function cutSigns(text: string): string {
  const cut = (found: string, sign: string): string => (isSign(sign) ? '' : found)
  return text.replace(SIGN_AT_END, cut).replace(SIGN_AT_START, cut)
}

const CODE = /^[A-Z]{3}$/

function isSign(sign: string): boolean {
  return !CODE.test(sign) || ISO_CODES.has(sign)
}

function toSign(sign: string | undefined): CurrencySign | null {
  return sign !== undefined && isSign(sign) ? { currency: findCurrency(sign), isLeading: LEADING.test(sign) } : null
}

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

const DOLLARS =
  'USD CAD AUD MXN SGD NZD HKD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD ARS CLP COP CUP DOP UYU'
/** The currencies that a sign of several can mean. */
const CURRENCIES_OF_SIGNS: readonly (readonly [sign: RegExp, currencies: string])[] = [
  [/\$/, DOLLARS],
  [/[¥￥]/, 'JPY CNY'],
  [/(?<!\p{L})kr(?!\p{L})/u, 'SEK NOK DKK ISK'],
]

/** Whether a price is in another currency than a code says: by a code or a sign in it. False for a price that names none. */
export function isInOtherCurrency(price: string, code: string): boolean {
  const named = findCurrency(price)
  if (named !== null) return named !== code
  return CURRENCIES_OF_SIGNS.some(([sign, currencies]) => sign.test(price) && !currencies.includes(code))
}
