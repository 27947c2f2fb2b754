import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { remember } from '../../html/tree/remember.ts'
import { parentElement } from '../../html/tree/walk.ts'
import { findMembersRows } from './offers.ts'
import type { ProductReading } from './reading.ts'

type Refuse = (element: Element) => Refusal | null

const SUBSCRIPTION = refusal('price of a subscription')
export const FOR_MEMBERS = refusal('price for members')

/** Refuses elements in a block about subscriptions. */
export function refuseSubscription(reading: ProductReading): Refuse {
  return refuseInside(reading.field('price').part('subscription').matches, SUBSCRIPTION)
}

/** Refuses elements in a block or row for members. */
export function refuseMembers(reading: ProductReading): Refuse {
  const isBlock = reading.field('price_prime').part('block').matches
  const rows = reading.once(findMembersRows)
  return refuseInside((element) => rows.has(element) || isBlock(element), FOR_MEMBERS)
}

/** Refuses elements in a block about subscriptions or for members. */
export function refuseOtherPrice(reading: ProductReading): Refuse {
  const ofSubscription = reading.once(refuseSubscription)
  const ofMembers = reading.once(refuseMembers)
  return (element) => ofSubscription(element) ?? ofMembers(element)
}

function refuseInside(isBlock: (element: Element) => boolean, refused: Refusal): Refuse {
  const find = remember((element): Refusal | null => {
    if (isBlock(element)) return refused
    const parent = parentElement(element)
    return parent === null ? null : find(parent)
  })
  return find
}
