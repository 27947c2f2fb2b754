import { readPrice } from '../../field/read-price.ts'
import type { Element } from '../../html/node.ts'
import { nextSiblingElement } from '../../html/walk.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { readText } from '../../text/read-text.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'
import { isSubscription } from './price.ts'

/** Subscription price of one delivery. */
export function price_sns(reading: ProductReading): number | null {
  const { fields, selectors, page } = reading
  return fields.value('price_sns', selectors.price_sns, (_, element) => readPrice(element, page)?.amount ?? null)
}

const BRACKETS = /^[\s(（]+|(?<![\s)）])[\s)）]+$/g

/** Unit price beside the main price: "($3.01 / 100 Sheets)" is 3.01 and "100 Sheets". */
export function price_per_unit(reading: ProductReading): Product['price_per_unit'] {
  const { fields, selectors } = reading
  const isOneTime = (element: Element): boolean => !isSubscription(element)
  const options = { isVisible: true, passes: isOneTime }
  return fields.value('price_per_unit', selectors.price_per_unit, parseUnitPrice, options)
}

function parseUnitPrice(text: string): Product['price_per_unit'] | undefined {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const [number] = findNumbers(left)
  if (number === undefined || unit === '') return undefined
  const price = parseDecimal(number)
  return price === null ? null : { price, unit }
}

/** Stands between the coupon and its terms. */
const SEPARATOR_AT_END = /(?<![\s|·›])[\s|·›]+$/

/** Text of a coupon for this product, without links to terms. */
export function coupon(reading: ProductReading): string | null {
  const { fields, selectors } = reading
  return fields.value(
    'coupon',
    selectors.coupon,
    (_, element) => readCoupon(element).replace(SEPARATOR_AT_END, '') || undefined,
    { isVisible: true },
  )
}

/** "Save 10%" and "with coupon" can be two elements, one behind the other, up to the next coupon. */
function readCoupon(element: Element): string {
  let text = readText(element, { skip: isControl })
  if (!isCouponLabel(element)) return text
  for (let next = nextSiblingElement(element); next !== null && !isCouponLabel(next); next = nextSiblingElement(next)) {
    if (next.attributeList.id?.startsWith('couponMessage') === true) text += ` ${readText(next, { skip: isControl })}`
  }
  return text.trim()
}

function isCouponLabel(element: Element): boolean {
  return element.attributeList.id?.startsWith('couponLabel') === true
}

function isControl(element: Element): boolean {
  return element.name === 'a' || element.name === 'button' || element.attributeList.classNames.includes('a-declarative')
}

/** Text of the deal badge. */
export function deal_type(reading: ProductReading): string | null {
  return reading.fields.text('deal_type', reading.selectors.deal_type, { isVisible: true })
}
