import type { Element } from '../html/tree/node.ts'
import type { Words } from '../marketplace/words.ts'
import { findAmounts } from '../text/amounts.ts'
import { parseMoney } from '../text/money.ts'
import type { FieldReader, ReadOptions } from './field-reader.ts'
import type { OfferContext } from './read-promises.ts'
import { refusal, type Refusal } from './trace.ts'

/** A promise says nothing about its price. */
export const NO_PRICE = refusal('no price')
const DECIDED_BEFORE = refusal('an earlier promise decides')
const SEVERAL_PRICES = refusal('several prices')
const TIED_TO_A_CONDITION = refusal('tied to a condition')

/** The first promise that says something about its price decides, also if it says that the price depends. */
export function decideShipping(
  field: FieldReader<'promise' | ShippingParts>,
  context: OfferContext,
  options: ReadOptions,
): number | Refusal {
  let decision: number | Refusal = NO_PRICE
  field.part('promise').value((_, element): number | Refusal => {
    if (decision !== NO_PRICE) return DECIDED_BEFORE
    decision = readShipping(element, field, context)
    return decision
  }, options)
  return decision
}

/** Parts of a map's entry: the price and the condition that a block states in attributes, and elements about other amounts. */
type ShippingParts = 'stated_price' | 'stated_condition' | 'left_out'

/** Price of a promise: 0 when it is free. Refused: it names none, several, or ties it to a condition. */
function readShipping(
  element: Element,
  field: FieldReader<ShippingParts>,
  { words, text: pageText }: OfferContext,
): number | Refusal {
  const stated = field.part('stated_price').ownText(element)
  const text = pageText.read(element, { skip: field.part('left_out').matches })
  // "FREE Shipping on your first order", "Get Free Shipping with Amazon Prime"
  const isConditional = words.offer.saysCondition(text) || words.saysPrime(text)
  if (stated) {
    if (field.part('stated_condition').ownText(element)) return TIED_TO_A_CONDITION
    if (words.offer.saysCondition(stated)) return TIED_TO_A_CONDITION
    // "FRI" alone could be a day; with the words after it ("FRI leverans"), it is free.
    if (words.says('free', stated)) return isConditional ? TIED_TO_A_CONDITION : 0
    return parseMoney(stated)?.amount ?? (words.says('free', text) ? 0 : NO_PRICE)
  }
  if (stated !== null) return NO_PRICE
  const [price, ...others] = findPrices(text, words)
  // "FREE Shipping on orders over $35": the free shipping is tied to the amount.
  if (words.says('free', text)) return price === undefined && !isConditional ? 0 : TIED_TO_A_CONDITION
  if (price === undefined) return NO_PRICE
  if (words.offer.saysCondition(text)) return TIED_TO_A_CONDITION
  return others.length === 0 ? price : SEVERAL_PRICES
}

/** Prices in a text, without other numbers. */
export function findPrices(text: string, words: Words): number[] {
  return findAmounts(text, words.isOrdinal)
    .filter(({ isMoney }) => isMoney)
    .map(({ value }) => value)
}
