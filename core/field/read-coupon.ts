import type { Element } from '../html/tree/node.ts'
import { nextSiblingElement } from '../html/tree/walk.ts'
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
