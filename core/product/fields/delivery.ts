import { Element, Text, type ChildNode } from '../../html/node.ts'
import { compileSelector } from '../../selector/selector.ts'
import { findAmounts } from '../../text/amounts.ts'
import { parseMoney } from '../../text/money.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { readText } from '../../text/read-text.ts'
import { hidesItself, isHidden } from '../../text/visibility.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'
import type { Words } from '../../marketplace/words.ts'

const COLON_AT_END = /\s*[:：]\s*$/

/** Delivery promises of the featured offer: the date as the page marks it, and the words before it. */
export function delivery(reading: ProductReading): Product['delivery'] {
  const offer = reading.featuredOffer
  if (offer === null) return []
  const promises = new Map<string, Promise>()
  for (const element of reading.offerElements('delivery', reading.selectors.delivery, offer)) {
    const promise = readPromise(element, reading)
    if (promise === null) continue
    const key = JSON.stringify(promise)
    if (!promises.has(key)) promises.set(key, promise)
  }
  return [...promises.values()]
}

type Promise = Product['delivery'][number]

const bold = compileSelector(':is(b, .a-text-bold)', 'delivery.bold')

function readPromise(element: Element, { page, words }: ProductReading): Promise | null {
  const stated = foldSpace(element.attributeList.get('data-csa-c-delivery-time') ?? '')
  const shown = bold.selectItems(page, element).filter((marked) => !isHidden(marked))
  const exact = shown.find((marked) => stated !== '' && readText(marked) === stated)
  for (const marked of exact === undefined ? shown : [exact]) {
    const text = readText(marked)
    const start = marked === exact ? 0 : findDate(text, words)
    if (start < 0) continue
    const before = foldSpace(`${textBefore(element, marked)} ${text.slice(0, start)}`)
    return { date: { by: text.slice(start).replace(QUESTION_AT_END, '') }, type: before.replace(COLON_AT_END, '') }
  }
  return null
}

/** An article at the start of what the page marks: "le 4 et le 23 mai". */
const ARTICLE = /^\p{L}{1,3}\s+$/u

function findDate(marked: string, words: Words): number {
  const start = words.findDate(marked)
  return ARTICLE.test(marked.slice(0, Math.max(start, 0))) ? 0 : start
}

/** Older pages ask: "Want it tomorrow, Feb. 14?" */
const QUESTION_AT_END = /\s*(?<![?:])[?:]+\s*$/

/** Visible text of an element up to an element in it. */
function textBefore(root: Element, end: Element): string {
  let text = ''
  const rest: ChildNode[] = [root]
  for (let node = rest.pop(); node !== undefined && node !== end; node = rest.pop()) {
    if (node instanceof Text) text += node.data
    else if (node instanceof Element && node.name !== 'script' && !hidesItself(node)) {
      for (let child = node.lastChild; child !== null; child = child.prev) rest.push(child)
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
  const { promise, breakdown } = reading.selectors.price_shipping
  for (const element of reading.offerElements('price_shipping', promise, offer)) {
    const shipping = readShipping(element, reading.words)
    if (shipping !== undefined) return shipping
  }
  return reading.fields.value('price_shipping', breakdown, (text) => findPrices(text)[0])
}

/** What a promise says about its price: undefined when nothing, null when it depends on a condition. */
function readShipping(element: Element, words: Words): number | null | undefined {
  const stated = element.attributeList.get('data-csa-c-delivery-price')
  if (stated) {
    if (element.attributeList.get('data-csa-c-delivery-condition')) return null
    // "FRI" alone could be a day; with the words behind it ("FRI leverans"), it is free.
    return words.saysFree(stated)
      ? 0
      : (parseMoney(stated)?.amount ?? (words.saysFree(readText(element)) ? 0 : undefined))
  }
  if (stated !== undefined) return undefined
  const text = readText(element)
  const prices = findPrices(text)
  // "FREE Shipping on orders over $35": what is free is tied to the amount.
  if (words.saysFree(text)) return prices.length === 0 ? 0 : null
  return prices.length > 1 ? null : prices[0]
}

function findPrices(text: string): number[] {
  return findAmounts(text)
    .filter(({ isMoney }) => isMoney)
    .map(({ value }) => value)
}

const PRIME = /(?<!\p{L})prime(?!\p{L})|プライム|برايم|प्राइम/iu

/** A Prime badge, or a Prime delivery promise, stands on this product's offer; an offer to join is none. */
export function is_prime(reading: ProductReading): boolean {
  const { fields, selectors } = reading
  if (fields.has('is_prime', selectors.is_prime.badge, { isVisible: true })) return true
  return (
    fields.value(
      'is_prime',
      selectors.is_prime.promise,
      (_, element) => (PRIME.test(readText(element, { skip: isSignUp })) ? true : undefined),
      { isVisible: true },
    ) ?? false
  )
}

function isSignUp(element: Element): boolean {
  return element.name === 'a' && /sign-?up|join/i.test(element.attributeList.id ?? '')
}

/** On mobile pages the line goes on: "— update location ⌵". */
const CONTROL_AT_END = /\s*(?:—[^—]*)?⌵$/

const DASH_AT_END = /[-–—]\s*$/

const POST_CODE = /\p{N}{3}/u

/** Place that the page was priced for, as the header shows it. */
export function delivery_location(reading: ProductReading): string | null {
  const { fields, selectors, words } = reading
  const parts = selectors.delivery_location
  const first = fields.text('delivery_location', parts.first_line)?.replace(CONTROL_AT_END, '') ?? null
  const second = fields.text('delivery_location', parts.second_line)
  const named = first === null ? null : words.findPlace(first)
  // "Deliver to Ann": a visitor who is known is named first.
  const isPerson = named !== null && second !== null && POST_CODE.test(second) && !POST_CODE.test(named)
  if (named !== null && named !== '' && !isPerson) return named
  if (named !== null) return second
  // An unknown language: a line with a number is a place with its post code.
  if (second !== null && POST_CODE.test(second) && !POST_CODE.test(first ?? '')) return second
  // Or the buy box repeats the place behind words of its own: "Livrer à Lyon"; but "Lyon - Choisir un lieu" ends in a control.
  const repeated = fields.text('delivery_location', parts.buybox)
  if (second === null || repeated === null || repeated === second || !repeated.endsWith(second)) return null
  return DASH_AT_END.test(repeated.slice(0, -second.length)) ? null : second
}
