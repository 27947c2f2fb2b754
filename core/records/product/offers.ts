import type { ReadOptions, Scope } from '../../field/field-reader.ts'
import { refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor } from '../../html/tree/walk.ts'
import type { ProductReading } from './reading.ts'

/** One offer of the buy box column. */
export interface OfferRow {
  readonly element: Element
  /** The offer that is open when the page has loaded. */
  readonly isFeatured: boolean
}

/**
 * Offers of the buy box column, in page order: the rows of an accordion, or the
 * column itself. An offer has a control to buy it that is visible and can be used.
 */
export function findOffers(reading: ProductReading): readonly OfferRow[] {
  const field = reading.field('buybox')
  const offered = findOfferedRows(reading)
  if (offered.length > 0) {
    const isNew = isNewRow(reading)
    const open = reading.once(findOpenRow)
    const featured = offered.find((row) => row === open) ?? offered.find(isNew) ?? offered[0]
    return offered.map((element) => ({ element, isFeatured: element === featured }))
  }
  if (sellsNothing(reading)) return []
  const single = field.part('single')
  for (const selector of single.candidates) {
    for (const element of selector.selectItems(reading.page)) {
      if (!canBeBought(element, reading)) continue
      single.credit(selector.source, 'one offer', [element])
      return [{ element, isFeatured: true }]
    }
  }
  return []
}

/** Whether the page has a box that sells nothing instead of an offer. A button in it adds something else, such as a plan. */
function sellsNothing(reading: ProductReading): boolean {
  const { page, text } = reading
  const field = reading.field('in_stock')
  const candidates = [...field.part('others').candidates, ...field.part('unavailable').candidates]
  const isShown = (box: Element): boolean => !text.isHidden(box) && text.read(box) !== ''
  return candidates.some((selector) => selector.selectItems(page).some(isShown))
}

/** Rows that offer the product: not a subscription, and not the row for members of an offer that has a row for everybody. */
function findOfferedRows(reading: ProductReading): readonly Element[] {
  const field = reading.field('buybox')
  const isOtherRow = field.part('other_row').matches
  const ofMembers = reading.once(findMembersRows)
  const offered = reading.once(findRows).filter((row) => !isOtherRow(row) && canBeBought(row, reading))
  const forAll = offered.filter((row) => !ofMembers.has(row))
  return forAll.some(isNewRow(reading)) ? forAll : offered
}

/** Rows for members, by their markup or by the membership in their heading. */
export function findMembersRows(reading: ProductReading): ReadonlySet<Element> {
  const field = reading.field('buybox')
  const isOfMembers = field.part('members_row').matches
  const namesMembership = (row: Element): boolean =>
    reading.words.saysPrime(field.part('heading').inside(row)?.text ?? '')
  return new Set(reading.once(findRows).filter((row) => isOfMembers(row) || namesMembership(row)))
}

function findRows(reading: ProductReading): readonly Element[] {
  return reading.field('buybox').part('row').elements()
}

/** The row that is open when the page has loaded. Absent: null, the box has no rows, or none is open. */
function findOpenRow(reading: ProductReading): Element | null {
  return reading.once(findRows).find(reading.field('buybox').part('open_row').matches) ?? null
}

/** A test whether a row is of the product as its title says: new, or renewed. */
function isNewRow(reading: ProductReading): (row: Element) => boolean {
  const condition = reading.field('condition')
  const isUsed = condition.part('used_row').matches
  const isRenewed = condition.part('renewed_row').matches
  const isRenewedProduct = reading.words.saysRenewed(reading.get('title'))
  return (row) => !isUsed(row) && (isRenewedProduct || !isRenewed(row))
}

/** Whether the featured offer is what the page shows: no other row of the box is open. */
export function isFeaturedOpen(reading: ProductReading): boolean {
  const open = reading.once(findOpenRow)
  return open === null || open === reading.once(featuredOffer)?.element
}

/** Whether an element has a control to buy what it offers: not one of an offer inside of it, or of other sellers. */
function canBeBought(element: Element, reading: ProductReading): boolean {
  const { page, text } = reading
  const field = reading.field('in_stock')
  const isDisabled = field.part('disabled').matches
  const areas = reading.once(findOtherAreas)
  const isUsable = (control: Element): boolean =>
    !text.isHidden(control) && !isDisabled(control) && findAncestor(control, isDisabled) === null
  const isOfOther = (control: Element): boolean => findAncestor(control, (area) => areas.has(area), element) !== null
  const canBuy = (control: Element): boolean => isUsable(control) && !isOfOther(control)
  return field.part('button').candidates.some((selector) => selector.selectItems(page, element).some(canBuy))
}

/** The offer that is bought unless the visitor chooses another. Absent: null. */
export function featuredOffer(reading: ProductReading): OfferRow | null {
  return reading.once(findOffers).find(({ isFeatured }) => isFeatured) ?? null
}

const OTHER_OFFER = refusal('of another offer')

/**
 * Reads visible elements of an offer: those inside of it; for the featured
 * offer, else those of the page that do not belong to other offers.
 */
export function inOffer(offer: OfferRow, reading: ProductReading): ReadOptions {
  return { scopes: reading.onceFor(offer, scopesOfOffer), isVisible: true }
}

/** Reads visible elements of the featured offer; of the page without those of other sellers, if there is none. */
export function inFeaturedOffer(reading: ProductReading): ReadOptions {
  const offer = reading.once(featuredOffer)
  if (offer !== null) return inOffer(offer, reading)
  const isElsewhere = reading.field('buybox').part('elsewhere').matches
  const refuse = (element: Element) =>
    isElsewhere(element) || findAncestor(element, isElsewhere) !== null ? OTHER_OFFER : null
  return { scopes: [{ within: reading.scope, refuse }], isVisible: true }
}

/** Reads visible elements inside an offer only. */
export function insideOffer(offer: OfferRow): ReadOptions {
  return { scopes: [{ within: offer.element }], isVisible: true }
}

function scopesOfOffer(offer: OfferRow, reading: ProductReading): readonly Scope[] {
  const inside: Scope = { within: offer.element }
  if (!offer.isFeatured) return [inside]
  const refuse = (element: Element) => (isOfOthers(element, offer, reading) ? OTHER_OFFER : null)
  return [inside, { within: reading.scope, refuse }]
}

function isOfOthers(element: Element, offer: OfferRow, reading: ProductReading): boolean {
  const areas = reading.once(findOtherAreas)
  const isOther = (area: Element): boolean => area !== offer.element && areas.has(area)
  return isOther(element) || findAncestor(element, isOther) !== null
}

/** Areas of the page that belong to one offer, or to other sellers. */
function findOtherAreas(reading: ProductReading): ReadonlySet<Element> {
  const field = reading.field('buybox')
  const selectors = [...field.part('row').candidates, ...field.part('elsewhere').candidates]
  return new Set(selectors.flatMap((selector) => selector.selectAll(reading.page)))
}
