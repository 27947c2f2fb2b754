import type { Marketplace } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { foreignFormat, moneyFormats, type MoneyFormat } from './money-formats.ts'
import { phraseBooks, type Phrases } from './phrases/index.ts'

/** A day of the calendar: `month` from 1. */
export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** An amount as the markup of prices takes it apart. */
export interface PrintedMoney {
  /** The whole of it, symbol included. */
  readonly text: string
  readonly symbol: string
  readonly isBefore: boolean
  readonly gap: string
  readonly whole: string
  /** "" together with `fraction` where amounts have none. */
  readonly decimal: string
  readonly fraction: string
}

/** How one marketplace prints: its words, numbers, amounts and dates. */
export class Locale {
  readonly marketplace: Marketplace
  readonly phrases: Phrases
  private readonly format: MoneyFormat

  constructor(marketplace: Marketplace) {
    const phrases = phraseBooks[marketplace.language]
    const format = moneyFormats[marketplace.domain]
    if (phrases === undefined || format === undefined) throw new Error(`Nothing is known of "${marketplace.domain}"`)
    this.marketplace = marketplace
    this.phrases = phrases
    this.format = format
  }

  /** What the shop calls itself: "Amazon.de". */
  get shopName(): string {
    return this.marketplace.host.replace('www.a', 'A')
  }

  get isRightToLeft(): boolean {
    return this.phrases.code === 'ar'
  }

  /** Whole number with its groups. */
  count(value: number): string {
    return this.digits(group(String(value), this.format), this.format)
  }

  /** Average rating, one digit behind the mark. */
  average(value: number): string {
    return this.digits(value.toFixed(1).replace('.', this.format.decimal), this.format)
  }

  /** Amount in a currency; that of another marketplace as its visitors from abroad see it. */
  money(amount: number, currency: string = this.marketplace.currency): PrintedMoney {
    const format = currency === this.marketplace.currency ? this.format : foreignFormat(currency)
    const [integer = '', digits = ''] = amount.toFixed(format.fraction).split('.')
    const whole = this.digits(group(integer, format), format)
    const fraction = this.digits(digits, format)
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

  date(day: Day, pattern: keyof Phrases['dates']): string {
    const { months, weekdays, dates } = this.phrases
    return fill(dates[pattern], {
      day: day.day,
      year: day.year,
      number: day.month,
      month: months[day.month - 1] ?? '',
      weekday: weekdays[new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay()] ?? '',
    })
  }

  private digits(text: string, format: MoneyFormat): string {
    return format.isArabic ? text.replace(DIGITS, (digit) => ARABIC_DIGITS[Number(digit)] ?? digit) : text
  }
}

const DIGITS = /\d/g
const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'
const THOUSANDS = /\B(?=(?:\d{3})+$)/g
const LAKHS = /\B(?=(?:\d{2})*\d{3}$)/g

function group(digits: string, { group: mark, isLakh }: MoneyFormat): string {
  return digits.replace(isLakh ? LAKHS : THOUSANDS, mark)
}

const PLACE_HOLDER = /\{(\w+)\}/g

/** Puts values for the place holders of a phrase. Throws for one without a value. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(PLACE_HOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`"${template}": no value for {${name}}`)
    return String(value)
  })
}

const locales = new Map<string, Locale>()

/** Throws for a domain that is no marketplace. */
export function requireLocale(domain: string): Locale {
  let locale = locales.get(domain)
  if (locale === undefined) {
    const marketplace = marketplaces.get(domain)
    if (marketplace === undefined) throw new Error(`"${domain}" is no marketplace`)
    locale = new Locale(marketplace)
    locales.set(domain, locale)
  }
  return locale
}
