import type { Element } from '../html/tree/node.ts'
import { nextSiblingElement } from '../html/tree/walk.ts'
import type { Words } from '../marketplace/words.ts'
import { findAmounts } from '../text/amounts.ts'
import type { PageText } from '../text/page-text.ts'
import type { FieldReader } from './field-reader.ts'
import { refusal, type Refusal } from './trace.ts'

const NO_TEXT = refusal('no text but controls')
const NO_CODE = refusal('a promotion without a code')

/** Between a coupon and its terms. */
const SEPARATOR_AT_END = /(?<![\s|·›])[\s|·›]+$/

/** Text of a coupon without links to its terms. "Save 10%" and "with coupon" can be two siblings; the next label begins another coupon. */
export function readCoupon(
  element: Element,
  field: FieldReader<'label' | 'promotion' | 'message' | 'control'>,
  { text, words }: { readonly text: PageText; readonly words: Words },
): string | Refusal {
  const skip = field.part('control').matches
  const isPromotion = field.part('promotion').matches
  const isLabelOfCoupon = field.part('label').matches
  const isLabel = (other: Element): boolean => isLabelOfCoupon(other) || isPromotion(other)
  const isMessage = field.part('message').matches
  let coupon = text.read(element, { skip })
  let next = isLabel(element) ? nextSiblingElement(element) : null
  for (; next !== null && !isLabel(next); next = nextSiblingElement(next)) {
    if (isMessage(next) && !text.hidesItself(next)) coupon += ` ${text.read(next, { skip })}`
  }
  if (isPromotion(element) && words.offer.findCouponCode(coupon) === null) return NO_CODE
  return coupon.trim().replace(SEPARATOR_AT_END, '') || NO_TEXT
}

/** What a coupon takes off a price. */
export interface Discount {
  readonly amount: number | null
  readonly percentage: number | null
  readonly code: string | null
  readonly needs: 'clip' | 'code' | 'subscription' | 'membership'
}

/** What the text of a coupon says that it is worth. Absent: null, it says no number. */
export function parseDiscount(coupon: string, words: Words): Discount | null {
  const code = words.offer.findCouponCode(coupon)
  const amounts = findAmounts(coupon, words.isOrdinal)
  const worth = amounts.find(({ isMoney, isPercentage }) => isMoney || isPercentage)
  if (worth === undefined) return null
  const { value, isPercentage } = worth
  return {
    amount: isPercentage ? null : value,
    percentage: isPercentage ? value : null,
    code,
    needs: findNeed(coupon, code, words),
  }
}

function findNeed(coupon: string, code: string | null, words: Words): Discount['needs'] {
  if (code !== null) return 'code'
  if (words.offer.saysSubscription(coupon)) return 'subscription'
  return words.saysPrime(coupon) ? 'membership' : 'clip'
}
