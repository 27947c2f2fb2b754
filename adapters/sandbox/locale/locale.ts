import type { Marketplace } from '../../../core/index.ts'
import { pageMarketplaces } from '../../../selectors/index.ts'
import { defaultPhrases, phrasesOfLanguages, type Phrases } from '../phrases/index.ts'
import { latin, type Vocabulary } from '../phrases/vocabulary.ts'
import { foreignFormatOf, moneyFormatOf, type MoneyFormat } from './money-format.ts'

/** A calendar day; `month` starts at 1. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** An amount, whole and in the parts that price markup prints. */
export interface PrintedMoney {
  /** The whole amount, symbol included. */
  readonly text: string
  readonly symbol: string
  readonly isBefore: boolean
  readonly gap: string
  readonly whole: string
  /** Empty, like `fraction`, when the currency has no cents. */
  readonly decimal: string
  readonly fraction: string
}

/** Phrases of `es_MX`, else those of `es`, else those of English. */
function findPhrases(language: string): Phrases {
  return phrasesOfLanguages[language] ?? phrasesOfLanguages[language.split('_', 1)[0] ?? ''] ?? defaultPhrases
}

const WHOLE_DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const IN_GREGORIAN = { timeZone: 'UTC', calendar: 'gregory' } as const

const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)(?:_|$)/

/**
 * How one marketplace prints words, numbers, amounts and dates. All of it
 * follows from the language, the currency and the host of the marketplace.
 */
export class Locale {
  readonly marketplace: Marketplace
  /** In English until the language of the marketplace has phrases. */
  readonly phrases: Phrases
  private readonly format: MoneyFormat
  /** Names of months, as they are next to a day, and of weekdays. */
  private readonly dayNames: Intl.DateTimeFormat

  constructor(marketplace: Marketplace) {
    this.marketplace = marketplace
    this.phrases = findPhrases(marketplace.language)
    this.format = moneyFormatOf(marketplace, this.phrases.numbers)
    this.dayNames = new Intl.DateTimeFormat(this.phrases.language, { ...WHOLE_DATE, ...IN_GREGORIAN })
  }

  /** Words of its products. */
  get vocabulary(): Vocabulary {
    return this.phrases.vocabulary ?? latin
  }

  /** What the shop calls itself: "Amazon.de". */
  get shopName(): string {
    return this.marketplace.host.replace('www.a', 'A')
  }

  get isRightToLeft(): boolean {
    return RIGHT_TO_LEFT.test(this.marketplace.language)
  }

  /** Prints a whole number with its group marks. */
  count(value: number): string {
    return toDigits(group(String(value), this.format), this.format)
  }

  /** Prints an average rating with one decimal. */
  average(value: number): string {
    return toDigits(value.toFixed(1).replace('.', this.format.decimal), this.format)
  }

  /** Prints an amount. A currency of another marketplace is printed as visitors from abroad see it. */
  money(amount: number, currency: string = this.marketplace.currency): PrintedMoney {
    const format = currency === this.marketplace.currency ? this.format : foreignFormatOf(currency)
    const [integer = '', cents = ''] = amount.toFixed(format.fraction).split('.')
    const whole = toDigits(group(integer, format), format)
    const fraction = toDigits(cents, format)
    const decimal = fraction === '' ? '' : format.decimal
    const number = whole + decimal + fraction
    const { symbol, isBefore, gap } = format
    return {
      text: isBefore ? symbol + gap + number : number + gap + symbol,
      symbol,
      isBefore,
      gap,
      whole,
      decimal,
      fraction,
    }
  }

  /** A date as the marketplace prints it. */
  date(day: Day, pattern: keyof Phrases['dates']): string {
    const parts = this.dayNames.formatToParts(Date.UTC(day.year, day.month - 1, day.day))
    const nameOf = (type: 'month' | 'weekday') => parts.find((part) => part.type === type)?.value ?? ''
    return fill(this.phrases.dates[pattern], {
      day: day.day,
      year: day.year,
      number: day.month,
      month: nameOf('month'),
      weekday: nameOf('weekday'),
    })
  }
}

const THOUSANDS = /\B(?=(?:\d{3})+$)/g
const LAKHS = /\B(?=(?:\d{2})*\d{3}$)/g

function group(digits: string, { group: mark, isLakh }: MoneyFormat): string {
  return digits.replace(isLakh ? LAKHS : THOUSANDS, mark)
}

const DIGITS = /\d/g
const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'

function toDigits(text: string, { isArabic }: MoneyFormat): string {
  return isArabic ? text.replace(DIGITS, (digit) => ARABIC_DIGITS[Number(digit)] ?? digit) : text
}

const PLACEHOLDER = /\{(\w+)\}/g

/**
 * Replaces the placeholders of a phrase: `{count}`.
 *
 * Throws: for a placeholder without a value.
 */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`"${template}": no value for {${name}}`)
    return String(value)
  })
}

const locales = new Map<string, Locale>()

/** Throws: for a domain that is not a marketplace. */
export function requireLocale(domain: string): Locale {
  let locale = locales.get(domain)
  if (locale === undefined) {
    const marketplace = pageMarketplaces.get(domain)
    if (marketplace === undefined)
      throw new Error(`Unknown domain "${domain}". Known domains: ${[...pageMarketplaces.keys()].join(', ')}.`)
    locale = new Locale(marketplace)
    locales.set(domain, locale)
  }
  return locale
}
