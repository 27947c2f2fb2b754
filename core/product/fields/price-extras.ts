import type { Element } from '../../html/node.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { readText } from '../../text/read-text.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'
import { readPrice } from './price.ts'

/** Subscription price of one delivery. */
export function price_sns(reading: ProductReading): number | null {
  const { fields, selectors, page } = reading
  return fields.value('price_sns', selectors.price_sns, (_, element) => readPrice(element, page)?.amount ?? null)
}

const BRACKETS = /^[\s(（]+|[\s)）]+$/g

/** Unit price beside the main price: "($3.01 / 100 Sheets)" is 3.01 and "100 Sheets". */
export function price_per_unit(reading: ProductReading): Product['price_per_unit'] {
  const { fields, selectors } = reading
  return fields.value('price_per_unit', selectors.price_per_unit, (text) => parseUnitPrice(text), { isVisible: true })
}

function parseUnitPrice(text: string): Product['price_per_unit'] {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const [number] = findNumbers(left)
  const price = number === undefined ? null : parseDecimal(number)
  return price === null || unit === '' ? null : { price, unit }
}

/** Text of a coupon for this product, without links to terms. */
export function coupon(reading: ProductReading): string | null {
  const { fields, selectors } = reading
  return fields.value('coupon', selectors.coupon, (_, element) => readCoupon(element), { isVisible: true })
}

function readCoupon(element: Element): string | null {
  const text = readText(element, { skip: isControl })
  // "Save 10%" and "with coupon" are two elements.
  const message = element.attributeList.id?.startsWith('couponLabel') === true ? nextMessage(element) : ''
  return [text, message].join(' ').trim() || null
}

function nextMessage(label: Element): string {
  for (let node = label.next; node !== null; node = node.next) {
    if (node.type === 'tag' && (node as Element).attributeList.id?.startsWith('couponMessage') === true) {
      return readText(node as Element, { skip: isControl })
    }
  }
  return ''
}

function isControl(element: Element): boolean {
  return element.name === 'a' || element.name === 'button' || element.attributeList.classNames.includes('a-declarative')
}

/** Text of the deal badge. */
export function deal_type(reading: ProductReading): string | null {
  return reading.fields.text('deal_type', reading.selectors.deal_type, { isVisible: true })
}
