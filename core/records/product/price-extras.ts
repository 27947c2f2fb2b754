import { readPrice } from '../../field/read-price.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { nextSiblingElement } from '../../html/tree/walk.ts'
import type { Product } from './schema.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { refuseSubscription } from './price.ts'
import type { ProductFields, ProductReading } from './reading.ts'

const NO_UNIT_PRICE = refusal('no price of a unit')
const NO_TEXT = refusal('no text but controls')

export const priceExtras = {
  /**
   * Subscription price of one delivery.
   *
   * Source: golden/product/com/subscription-row.
   */
  price_sns: (field, reading) => field.value((_, element) => readPrice(element, reading)?.amount ?? null),

  /**
   * Unit price next to the main price: "($3.01 / 100 Sheets)" is 3.01 and "100 Sheets".
   *
   * Source: golden/product/de/unit-price.
   */
  price_per_unit: (field, reading) => {
    const scopes = [{ within: reading.scope, refuse: reading.once(refuseSubscription) }]
    return field.value(parseUnitPrice, { isVisible: true, scopes })
  },

  /**
   * Text of a coupon for this product, without links to terms.
   *
   * Source: golden/product/es/coupon-and-deal.
   */
  coupon: (field, reading) =>
    field.part('text').value((_, element) => readCoupon(element, reading).replace(SEPARATOR_AT_END, '') || NO_TEXT, {
      isVisible: true,
    }),
} satisfies Partial<ProductFields>

const BRACKETS = /^[\s(（]+|(?<![\s)）])[\s)）]+$/g

function parseUnitPrice(text: string): NonNullable<Product['price_per_unit']> | Refusal | null {
  const [left = '', ...right] = text.replace(BRACKETS, '').split('/')
  const unit = right.join('/').trim()
  const [number] = findNumbers(left)
  if (number === undefined || unit === '') return NO_UNIT_PRICE
  const price = parseDecimal(number)
  return price === null ? null : { price, unit }
}

/** Between a coupon and its terms. */
const SEPARATOR_AT_END = /(?<![\s|·›])[\s|·›]+$/

/** "Save 10%" and "with coupon" can be two siblings; the next label begins another coupon. */
function readCoupon(element: Element, reading: ProductReading): string {
  const { text } = reading
  const field = reading.field('coupon')
  const skip = field.part('control').matches
  const isLabel = field.part('label').matches
  const isMessage = field.part('message').matches
  let coupon = text.read(element, { skip })
  if (!isLabel(element)) return coupon
  for (let next = nextSiblingElement(element); next !== null && !isLabel(next); next = nextSiblingElement(next)) {
    if (isMessage(next)) coupon += ` ${text.read(next, { skip })}`
  }
  return coupon.trim()
}
