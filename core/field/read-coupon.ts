import type { Element } from '../html/tree/node.ts'
import { nextSiblingElement } from '../html/tree/walk.ts'
import type { Words } from '../marketplace/words.ts'
import { findAmounts } from '../text/amounts.ts'
import type { PageText } from '../text/page-text.ts'
import type { FieldReader } from './field-reader.ts'
import { refusal, type Refusal } from './trace.ts'

const NO_TEXT = refusal('no text but controls')

/** Between a coupon and its terms. */
const SEPARATOR_AT_END = /(?<![\s|·›])[\s|·›]+$/

/** Text of a coupon without links to its terms. "Save 10%" and "with coupon" can be two siblings; the next label begins another coupon. */
export function readCoupon(
  element: Element,
  field: FieldReader<'label' | 'message' | 'control'>,
  { text }: { readonly text: PageText },
): string | Refusal {
  const skip = field.part('control').matches
  const isLabel = field.part('label').matches
  const isMessage = field.part('message').matches
  let coupon = text.read(element, { skip })
  let next = isLabel(element) ? nextSiblingElement(element) : null
  for (; next !== null && !isLabel(next); next = nextSiblingElement(next)) {
    if (isMessage(next)) coupon += ` ${text.read(next, { skip })}`
  }
  return coupon.trim().replace(SEPARATOR_AT_END, '') || NO_TEXT
}

/** What a coupon takes off a price. */
export interface Discount {
  readonly amount: number | null
  readonly percentage: number | null
  readonly code: string | null
  readonly needs: 'clip' | 'code' | 'subscription' | 'membership'
}

/** Capitals with digits: "LEITURA20". */
const CODE = /(?<![\p{L}\d])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,}(?![\p{L}\d])/u

/** What the text of a coupon says that it is worth. Absent: null, it says no number. */
export function parseDiscount(coupon: string, words: Words): Discount | null {
  const [code = null] = CODE.exec(coupon) ?? []
  const amounts = findAmounts(coupon, words.isOrdinal)
  const percentage = amounts.find(({ isPercentage }) => isPercentage)?.value ?? null
  const amount = percentage === null ? (amounts.find(({ isMoney }) => isMoney)?.value ?? null) : null
  if (percentage === null && amount === null) return null
  const needs = code !== null ? 'code' : words.saysPrime(coupon) ? 'membership' : 'clip'
  return { amount, percentage, code, needs }
}
