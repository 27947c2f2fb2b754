import { readPrice } from '../../field/read-price.ts'
import type { Element } from '../../html/tree/node.ts'
import { existsBelow, nextSiblingElement } from '../../html/tree/walk.ts'
import { findAmounts, parseOfferCount } from '../../text/amounts.ts'
import { cleanUrl } from '../../text/url.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const offersElsewhere = {
  /**
   * Number of offers that the page announces: of all conditions, else the sum of those counted separately.
   *
   * Source: golden/product/com/no-featured-offer.
   */
  pricing_count: (field, reading) => {
    const counts = reading.once(findCounts)
    const [first] = counts
    if (first === undefined) return null
    field.part('link').credit(
      first.selector,
      String(first.count),
      counts.map(({ element }) => element),
    )
    return counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  },

  /**
   * Lowest price that the page announces for the offers of `pricing_count`.
   *
   * Unit: major units of `currency`.
   * Absent: it announces no offers, or no price of them.
   * Source: golden/product/com/used-offer-only, golden/product/in/lakh-grouping.
   */
  pricing_lowest: (field, reading) => {
    const counts = reading.once(findCounts)
    const isCounted = ({ condition }: OfferLink): boolean => counts.some((counted) => counted.condition === condition)
    // Another link to the same offers can have their price.
    const priced = hasPrice(counts) ? counts : reading.once(findOfferLinks).filter(isCounted)
    const lowest = Math.min(...priced.map((link) => link.lowest ?? Number.POSITIVE_INFINITY))
    const link = priced.find((candidate) => candidate.lowest === lowest)
    return link === undefined ? null : field.derive(link.selector, lowest, [link.element])
  },

  /**
   * Link to all offers.
   *
   * Absent: the page has no such link, or several links, each to some of the offers.
   * Source: golden/product/com/no-featured-offer.
   */
  pricing_url: (field, reading) => {
    const links = reading.once(findOfferLinks)
    const parts = distinctConditions(links)
    const ofAll = links.filter(isOfAllConditions)
    // The link that gives the count, if one does.
    const link = ofAll.find(({ count }) => count !== null) ?? ofAll[0] ?? (parts.length === 1 ? parts[0] : undefined)
    if (link === undefined) return null
    return field.derive(link.selector, cleanUrl(link.href, reading.marketplace), [link.element])
  },
} satisfies Partial<ProductFields>

/** A link to a list of offers. */
interface OfferLink {
  readonly href: string
  /** Condition that the list is restricted to: `new`, `used` ... Absent: null, it has all. */
  readonly condition: string | null
  /** Number of offers that the link announces. Absent: null. */
  readonly count: number | null
  /** Lowest price that the link announces. Absent: null. */
  readonly lowest: number | null
  readonly selector: string
  readonly element: Element
}

function isOfAllConditions({ condition }: OfferLink): boolean {
  return condition === null
}

function hasPrice(links: readonly OfferLink[]): boolean {
  return links.some(({ lowest }) => lowest !== null)
}

/** The links that give the number of offers: one to all of them, else one of each condition. */
function findCounts(reading: ProductReading): readonly OfferLink[] {
  const links = reading.once(findOfferLinks).filter(({ count }) => count !== null)
  const counted = links.find(isOfAllConditions)
  return counted !== undefined ? [counted] : distinctConditions(links)
}

/** Links to offers of several conditions, of a page that has no link to all offers. Empty: it has one, or no links at all. */
export function findPartialLinks(reading: ProductReading): readonly OfferLink[] {
  const links = reading.once(findOfferLinks)
  const parts = distinctConditions(links)
  return parts.length > 1 && !links.some(isOfAllConditions) ? parts : []
}

/** The first link of each condition. */
function distinctConditions(links: readonly OfferLink[]): OfferLink[] {
  const first = new Map<string | null, OfferLink>()
  for (const link of links) if (!first.has(link.condition)) first.set(link.condition, link)
  return [...first.values()]
}

/** Visible links to the offers of this product, without rentals and without the offers of its other formats. */
function findOfferLinks(reading: ProductReading): readonly OfferLink[] {
  const { page, text, words, site } = reading
  const field = reading.field('pricing_count')
  const isRental = field.part('rental').matches
  const own = reading.get('asin')
  const seen = new Set<Element>()
  const links: OfferLink[] = []
  for (const selector of field.part('link').candidates) {
    for (const element of selector.selectItems(page)) {
      const href = element.attributeList.get('href') ?? ''
      if (seen.has(element) || !href.toUpperCase().includes(own) || text.isHidden(element)) continue
      seen.add(element)
      if (isRental(element)) continue
      const condition = site.patterns.offerCondition.exec(href)?.[1]?.toLowerCase() ?? null
      const announced = text.read(element)
      const count = parseOfferCount(announced, words.isOrdinal)
      const lowest = readAnnouncedPrice(announced, element, reading)
      links.push({ href, condition, count, lowest, selector: selector.source, element })
    }
  }
  return links
}

/** The price that a link announces, in its text or in the element after it. Shipping can follow: "3 from $16.80 + $4.49 shipping". */
function readAnnouncedPrice(announced: string, link: Element, reading: ProductReading): number | null {
  const amounts = findAmounts(announced, reading.words.isOrdinal)
  // Pages of India print no currency: "99 New from 141.00".
  const priced = amounts.find(({ isMoney }) => isMoney) ?? amounts.slice(1).find(({ hasCents }) => hasCents)
  if (priced !== undefined) return priced.value
  const next = nextSiblingElement(link)
  const isLink = ({ name }: Element): boolean => name === 'a'
  const isOther = next === null || isLink(next) || existsBelow(next, 2, isLink)
  return isOther ? null : (readPrice(next, reading)?.amount ?? null)
}
