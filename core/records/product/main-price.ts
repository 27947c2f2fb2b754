import { findPrice, readPrice } from '../../field/read-price.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import type { MoneyRange } from '../../text/money.ts'
import { featuredOffer, findMembersRows, inOffer, insideOffer, isFeaturedOpen, type OfferRow } from './offers.ts'
import { FOR_MEMBERS, refuseOtherPrice, refuseSubscription } from './other-prices.ts'
import type { ProductReading } from './reading.ts'

const FOR_ALL = refusal('what everybody pays')
const NO_PRICE = refusal('no price')
const NOT_FREE = refusal('does not say free')

/** What the product costs. */
export interface MainPrice {
  /** What anyone pays; what members pay, if the page shows nothing else. Absent: null, also for a used or collectible copy. */
  readonly range: MoneyRange | null
  /** What members pay. Absent: null, as everybody. */
  readonly members: number | null
  readonly isForMembersOnly: boolean
  /** The main price of the page is that of another row of the buy box, and so is what stands beside it. */
  readonly isOtherShown: boolean
}

/** Reads the main price: that of the page, unless it is a price for members or of a row that subscribes; else that of the featured offer. */
export function readMainPrice(reading: ProductReading): MainPrice {
  const offered = reading.once(readNewOfferPrice)
  const members = findMembersPrice(offered, reading)
  const isForAll = offered !== null && (members === null || members.isOfRow || members.amount !== offered.amount)
  const ofOffer = isForAll ? offered : null
  const isOfOpenRow = ofOffer === null || reading.once(isFeaturedOpen)
  const shown = isOfOpenRow ? findShown(members, reading) : NOTHING_SHOWN
  const forAll = shown.range ?? ofOffer ?? readOtherwise(reading)
  if (shown.range === null && ofOffer !== null) reading.field('price').derive('field: price_buybox', ofOffer.amount)
  if (forAll === null && members !== null) reading.field('price').derive('field: price_prime', members.amount)
  return {
    range: forAll ?? members,
    members: members?.amount ?? null,
    isForMembersOnly: forAll === null && members !== null,
    isOtherShown: !isOfOpenRow || shown.isForMembers,
  }
}

/** Price of one offer of the buy box column. */
export function readOfferPrice(offer: OfferRow, reading: ProductReading): MoneyRange | null {
  return findPrice(reading.field('price_buybox'), reading, {
    ...insideOffer(offer),
    refuse: reading.once(refuseOtherPrice),
  })
}

/** Price in the buy box of a product that is not delivered to the visitor's location: it has no button. */
export function readUndeliverablePrice(reading: ProductReading): MoneyRange | null {
  return findPrice(reading.field('price').part('undeliverable'), reading)
}

/** Price in a buy box that sells nothing. */
function readUnsoldPrice(reading: ProductReading): MoneyRange | null {
  return findPrice(reading.field('price').part('unsold'), reading, { refuse: reading.once(refuseOtherPrice) })
}

/** Conditions of offers that are not the product's price: what one copy of it costs. */
const SECOND_HAND = /^(?:used|collectible)/

function isSecondHand(reading: ProductReading): boolean {
  return reading.once(featuredOffer) !== null && SECOND_HAND.test(reading.get('condition') ?? 'used')
}

/** Price of the featured offer. Absent: null, also for a used or collectible copy. */
function readNewOfferPrice(reading: ProductReading): MoneyRange | null {
  const offer = reading.once(featuredOffer)
  return offer === null || isSecondHand(reading) ? null : reading.onceFor(offer, readOfferPrice)
}

interface MembersPrice extends MoneyRange {
  /** It has a row of the buy box of its own, so that other rows are for everybody. */
  readonly isOfRow: boolean
}

function findMembersPrice(offered: MoneyRange | null, reading: ProductReading): MembersPrice | null {
  const field = reading.field('price_prime')
  const refuse = (_: Element, price: MoneyRange | null): Refusal | null =>
    price !== null && price.amount === offered?.amount ? FOR_ALL : null
  const rows = [...reading.once(findMembersRows)].map((within) => ({ within }))
  // The price in the center belongs to a row.
  const ofRow =
    rows.length === 0
      ? null
      : (findPrice(field.part('row'), reading, { scopes: rows, refuse }) ??
        findPrice(field.part('center'), reading, { refuse }))
  if (ofRow !== null) return { ...ofRow, isOfRow: true }
  const said = field.part('message').value((text, element) => readMessage(text, element, reading), { isVisible: true })
  // "Exclusive Prime price" is about the main price.
  const price =
    said === 'shown' ? findPrice(field.part('shown'), reading, { refuse: reading.once(refuseSubscription) }) : said
  return price === null ? null : { ...price, isOfRow: false }
}

const NUMBER = /\p{N}/u

/** The least part of the price for everybody that members pay. Less can be what they save: "Join Prime to save $5.00". */
const LEAST_FOR_MEMBERS = 0.5

/**
 * Price for members that a message names: "Join Prime to buy this item at $49.99"; "shown" if it names the membership and
 * no number. Absent: null, the amount can be a saving.
 */
function readMessage(text: string, element: Element, reading: ProductReading): MoneyRange | 'shown' | Refusal | null {
  const { words } = reading
  if (!NUMBER.test(text)) return words.saysPrime(text) ? 'shown' : NO_PRICE
  // "Save 20% with Prime"
  if (text.includes('%') || words.says('promotion', text)) return NO_PRICE
  const price = readPrice(element, reading)
  const forAll = reading.once(readNewOfferPrice)?.amount ?? 0
  return price !== null && price.amount < LEAST_FOR_MEMBERS * forAll ? null : (price ?? NO_PRICE)
}

const NOTHING_SHOWN = { range: null, isForMembers: false }

/** The main price of the page, unless it is that for members. */
function findShown(
  members: MembersPrice | null,
  reading: ProductReading,
): { readonly range: MoneyRange | null; readonly isForMembers: boolean } {
  if (isSecondHand(reading)) return NOTHING_SHOWN
  const refuseOther = reading.once(refuseOtherPrice)
  let isForMembers = false
  const refuse = (element: Element, price: MoneyRange | null): Refusal | null => {
    const refused = refuseOther(element) ?? (price !== null && price.amount === members?.amount ? FOR_MEMBERS : null)
    if (refused === FOR_MEMBERS) isForMembers = true
    return refused
  }
  return { range: findPrice(reading.field('price').part('shown'), reading, { refuse }), isForMembers }
}

/** Where neither the page nor the offer shows a price: that of a box that can't deliver, or 0 for what is free. */
function readOtherwise(reading: ProductReading): MoneyRange | null {
  const offer = reading.once(featuredOffer)
  if (offer === null) return reading.once(readUndeliverablePrice) ?? readUnsoldPrice(reading)
  if (isSecondHand(reading)) return null
  return reading
    .field('price')
    .part('free')
    .value((text) => readFree(text, reading), inOffer(offer, reading))
}

/** Most characters of words that stand for a price of 0: "Free Download", "Téléchargement gratuit". */
const MAX_FREE = 30

function readFree(text: string, { words }: ProductReading): MoneyRange | Refusal {
  const isFree = text.length <= MAX_FREE && !NUMBER.test(text) && words.says('free', text)
  return isFree ? { amount: 0, currency: null, upper: null } : NOT_FREE
}
