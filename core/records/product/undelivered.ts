import type { ProductReading } from './reading.ts'

/** What a page shows instead of the price of a product that is not delivered to the visitor's place. */
interface Undelivered {
  /** Selector of the evidence. */
  readonly source: string
  /** Message of the shop. Empty: the evidence has none. */
  readonly text: string
}

/**
 * Why a page without a price has none: the shop does not deliver the product to the place that the page is for.
 *
 * Absent: null, the page does not say so.
 * Source: golden/product/com/not-delivered-here; seen on com 2024 to 2026.
 */
export function findUndelivered(reading: ProductReading): Undelivered | null {
  const { page, text, words } = reading
  const field = reading.field('undelivered')
  const sign = field.part('sign').candidates.find((selector) => selector.selectFirst(page) !== null)
  if (sign !== undefined) return { source: sign.source, text: reading.get('stock') ?? '' }
  for (const selector of field.part('message').candidates) {
    const element = selector.selectFirst(page)
    if (element === null || text.isHidden(element)) continue
    const message = text.read(element)
    if (words.offer.saysUndeliverable(message)) return { source: selector.source, text: message }
  }
  return null
}
