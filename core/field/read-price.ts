import type { Element } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'
import { findCurrency } from '../text/currency.ts'
import { foldDigits } from '../text/digits.ts'
import { parseMoneyRange, type MoneyRange } from '../text/money.ts'
import { toNumber } from '../text/number.ts'
import { readOwnText, type PageText } from '../text/page-text.ts'

/** The members of a `Reading` that reading a price needs. */
export interface PriceContext {
  readonly page: Page
  readonly text: PageText
  readonly site: CompiledSite
}

const NOT_A_DIGIT = /\D/g

/**
 * Reads a price element: by its elements for whole and fraction, whose
 * separators are certain, else by the text for screen readers, else by all text.
 *
 * Absent: null, for an element without a price.
 */
export function readPrice(element: Element, context: PriceContext): MoneyRange | null {
  const [lower, upper, ...more] = selectInside(context.site.price.amount, element, context)
  if (lower === undefined || upper === undefined || more.length > 0) return readAmount(element, context)
  return joinRange(readAmount(lower, context), readAmount(upper, context))
}

function joinRange(lower: MoneyRange | null, upper: MoneyRange | null): MoneyRange | null {
  if (lower === null || upper === null) return lower
  return { ...lower, upper: upper.amount > lower.amount ? upper.amount : null }
}

function readAmount(element: Element, context: PriceContext): MoneyRange | null {
  const { price } = context.site
  const readFirst = (candidates: readonly Selector[]): string => {
    const [found] = selectInside(candidates, element, context)
    return found === undefined ? '' : context.text.read(found)
  }
  const spoken = readFirst(price.spoken)
  const whole = readDigits(readFirst(price.whole))
  const fraction = readDigits(readFirst(price.fraction))
  // A whole without a fraction can hold the decimals as well: "700,00".
  if (whole !== '' && fraction !== '') {
    const amount = toNumber(`${whole}.${fraction}`)
    const currency = findCurrency(`${readFirst(price.currency)} ${spoken}`)
    return amount === null ? null : { amount, currency, upper: null }
  }
  return parseMoneyRange(spoken === '' ? readRaised(element, context) : spoken)
}

/** Raised cents have no decimal mark before them: "$10 99". */
function readRaised(element: Element, context: PriceContext): string {
  const { text, site } = context
  const [currency, cents] = selectInside(site.price.raised, element, context)
  if (currency === undefined || cents === undefined) return text.read(element)
  return `${text.read(currency)}${readOwnText(element)}.${text.read(cents)}`
}

/** Elements of the first candidate that finds any inside an element. */
function selectInside(candidates: readonly Selector[], element: Element, { page }: PriceContext): readonly Element[] {
  for (const candidate of candidates) {
    const found = candidate.selectItems(page, element)
    if (found.length > 0) return found
  }
  return []
}

function readDigits(text: string): string {
  return foldDigits(text).replace(NOT_A_DIGIT, '')
}
