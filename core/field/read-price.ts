import type { Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { compileSelector } from '../selector/selector.ts'
import { findCurrency } from '../text/currency.ts'
import { foldDigits } from '../text/digits.ts'
import { parseMoneyRange, type MoneyRange } from '../text/money.ts'
import { toNumber } from '../text/number.ts'
import { readOwnText, readText } from '../text/read-text.ts'

const price = compileSelector('.a-price', 'price')
const whole = compileSelector(':is(.a-price-whole, .sx-price-whole)', 'price.whole')
const fraction = compileSelector(':is(.a-price-fraction, .sx-price-fractional)', 'price.fraction')
const symbol = compileSelector(':is(.a-price-symbol, .sx-price-currency)', 'price.symbol')
const offscreen = compileSelector('.a-offscreen', 'price.offscreen')
const superscript = compileSelector('.price-info-superscript', 'price.superscript')

const NO_DIGIT = /\D/g

/**
 * Reads a price element: by its parts for whole and fraction, which leave no
 * doubt about separators, else by the text for screen readers, else by all text.
 */
export function readPrice(element: Element, page: Page): MoneyRange | null {
  const [lower, upper, ...more] = price.selectItems(page, element)
  if (lower === undefined || upper === undefined || more.length > 0) return readAmount(element, page)
  return joinRange(readAmount(lower, page), readAmount(upper, page))
}

function joinRange(lower: MoneyRange | null, upper: MoneyRange | null): MoneyRange | null {
  if (lower === null || upper === null) return lower
  return { ...lower, upper: upper.amount > lower.amount ? upper.amount : null }
}

function readAmount(element: Element, page: Page): MoneyRange | null {
  const spoken = readFirst(element, page, offscreen)
  const digits = readDigits(readFirst(element, page, whole))
  const decimals = readDigits(readFirst(element, page, fraction))
  // A whole without a fraction can hold the decimals as well: "700,00".
  if (digits !== '' && decimals !== '') {
    const amount = toNumber(`${digits}.${decimals}`)
    const currency = findCurrency(`${readFirst(element, page, symbol)} ${spoken}`)
    return amount === null ? null : { amount, currency, upper: null }
  }
  return parseMoneyRange(spoken === '' ? readRaised(element, page) : spoken)
}

/** Prices of 2016 to 2019 print cents raised, with nothing between them and the whole: "$10 99". */
function readRaised(element: Element, page: Page): string {
  const [sign, cents] = superscript.selectItems(page, element)
  if (sign === undefined || cents === undefined) return readText(element)
  return `${readText(sign)}${readOwnText(element)}.${readText(cents)}`
}

function readFirst(element: Element, page: Page, part: typeof whole): string {
  const found = part.selectFirst(page, element)
  return found === null ? '' : readText(found)
}

function readDigits(text: string): string {
  return foldDigits(text).replace(NO_DIGIT, '')
}
