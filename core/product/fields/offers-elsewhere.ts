import type { Element } from '../../html/node.ts'
import { parseOfferCount } from '../../text/amounts.ts'
import { readText } from '../../text/read-text.ts'
import { cleanUrl } from '../../text/url.ts'
import { isHidden } from '../../text/visibility.ts'
import type { ProductReading } from '../product-reading.ts'

/** A link to the list of all offers, or of those in one condition. */
interface OfferLink {
  readonly href: string
  /** `all`, `new`, `used` ... */
  readonly condition: string
  /** Number of offers that it announces. */
  readonly count: number | null
  readonly selector: string
}

/** Number of offers that the page announces: of all conditions, else the sum of those counted apart. */
export function pricing_count(reading: ProductReading): number | null {
  const links = findOfferLinks(reading).filter(({ count }) => count !== null)
  const counted = links.find(({ condition }) => condition === 'all')
  const counts = counted !== undefined ? [counted] : distinctConditions(links)
  const [first] = counts
  if (first === undefined) return null
  reading.fields.credit('pricing_count', first.selector, String(first.count))
  return counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
}

/**
 * Link to all offers.
 *
 * Absent: the page links none, or several lists that hold a part each.
 */
export function pricing_url(reading: ProductReading): string | null {
  const links = findOfferLinks(reading)
  const parts = distinctConditions(links)
  const link = links.find(({ condition }) => condition === 'all') ?? (parts.length === 1 ? parts[0] : undefined)
  if (link === undefined) return null
  return reading.fields.derive('pricing_url', link.selector, cleanUrl(link.href, reading.marketplace.host))
}

/** The first link of each condition. */
function distinctConditions(links: readonly OfferLink[]): OfferLink[] {
  const first = new Map<string, OfferLink>()
  for (const link of links) if (!first.has(link.condition)) first.set(link.condition, link)
  return [...first.values()]
}

const CONDITION = /[?&]condition=([a-z]+)/i

/** Visible links to the offers of this product, not to those of its other formats. */
function findOfferLinks(reading: ProductReading): OfferLink[] {
  const seen = new Set<Element>()
  const links: OfferLink[] = []
  const own = reading.get('asin')
  for (const selector of reading.selectors.pricing_count) {
    for (const element of selector.selectItems(reading.page)) {
      const href = element.attributeList.get('href') ?? ''
      if (seen.has(element) || !href.toUpperCase().includes(own) || isHidden(element)) continue
      seen.add(element)
      const condition = CONDITION.exec(href)?.[1]?.toLowerCase() ?? (href.includes('f_rental') ? 'rental' : 'all')
      links.push({ href, condition, count: parseOfferCount(readText(element)), selector: selector.source })
    }
  }
  return links.filter(({ condition }) => condition !== 'rental')
}
