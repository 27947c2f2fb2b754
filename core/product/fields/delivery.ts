import { Element, Text } from '../../html/node.ts'
import { parseMoney } from '../../text/money.ts'
import { findNumbers } from '../../text/number.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { readText } from '../../text/read-text.ts'
import { hidesItself } from '../../text/visibility.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const COLON_AT_END = /\s*[:：]\s*$/

/** Delivery promises of the featured offer: the date as the page marks it, and the words before it. */
export function delivery(reading: ProductReading): Product['delivery'] {
  const offer = reading.featuredOffer
  if (offer === null) return []
  const promises: { date: { by: string }; type: string }[] = []
  for (const element of reading.offerElements('delivery', reading.selectors.delivery, offer)) {
    const promise = readPromise(element)
    const isKnown = promises.some(({ date, type }) => date.by === promise?.date.by && type === promise?.type)
    if (promise !== null && !isKnown) promises.push(promise)
  }
  return promises
}

function readPromise(element: Element): { date: { by: string }; type: string } | null {
  const marked = findBold(element)
  if (marked === null) return null
  const by = readText(marked)
  const type = foldSpace(textBefore(element, marked)).replace(COLON_AT_END, '')
  return by === '' ? null : { date: { by }, type }
}

function findBold(element: Element): Element | null {
  const stack: Element[] = [element]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (item !== element && (item.name === 'b' || item.attributeList.classNames.includes('a-text-bold')) && !hidesItself(item)) return item
    for (let child = item.lastChild; child !== null; child = child.prev) if (child instanceof Element) stack.push(child)
  }
  return null
}

function textBefore(root: Element, end: Element): string {
  let text = ''
  const stack: (Element | Text)[] = [root]
  for (let item = stack.pop(); item !== undefined && item !== end; item = stack.pop()) {
    if (item instanceof Text) text += item.data
    else if (!hidesItself(item)) {
      for (let child = item.lastChild; child !== null; child = child.prev) {
        if (child instanceof Element || child instanceof Text) stack.push(child)
      }
    }
  }
  return text
}

/**
 * Shipping of the featured offer's standard delivery.
 *
 * Unit: major units of `currency`; 0 when free.
 * Absent: the page does not say, or ties it to a condition.
 */
export function price_shipping(reading: ProductReading): number | null {
  const offer = reading.featuredOffer
  if (offer === null) return null
  const { words } = reading
  for (const element of reading.offerElements('price_shipping', reading.selectors.price_shipping, offer)) {
    const price = element.attributeList.get('data-csa-c-delivery-price')
    if (price !== undefined) {
      const hasCondition = (element.attributeList.get('data-csa-c-delivery-condition') ?? '') !== ''
      return hasCondition ? null : words.saysFree(price) ? 0 : (parseMoney(price)?.amount ?? null)
    }
    const text = readText(element)
    const amounts = findNumbers(text)
    if (words.saysFree(text)) return amounts.length === 0 ? 0 : null
    const money = parseMoney(text)
    if (money !== null && amounts.length === 1) return money.amount
  }
  return null
}

const PRIME = /prime|プライム|برايم/i

/** A Prime badge, or a Prime delivery promise, stands on this product's offer; an offer to join is none. */
export function is_prime(reading: ProductReading): boolean {
  const { fields, selectors } = reading
  if (fields.has('is_prime', selectors.is_prime.badge, { isVisible: true })) return true
  return (
    fields.value(
      'is_prime',
      selectors.is_prime.promise,
      (_, element) => (PRIME.test(readText(element, { skip: isSignUp })) ? true : null),
      { isVisible: true },
    ) ?? false
  )
}

function isSignUp(element: Element): boolean {
  return element.name === 'a' && /sign-?up|join/i.test(element.attributeList.id ?? '')
}

/** Place that the page was priced for, as the header shows it. */
export function delivery_location(reading: ProductReading): string | null {
  const { fields, selectors, words } = reading
  const parts = selectors.delivery_location
  const first = fields.text('delivery_location', parts.first_line)
  const second = fields.text('delivery_location', parts.second_line)
  const named = first === null ? null : words.findPlace(first)
  if (named !== null && named !== '') return named
  if (named === '') return second
  // An unknown language: the buy box repeats the place behind words of its own.
  const repeated = fields.text('delivery_location', parts.buybox)
  if (second !== null && repeated !== null && repeated !== second && repeated.endsWith(second)) return second
  return null
}
