import { parseOfferCount } from '../../text/amounts.ts'
import { readText } from '../../text/read-text.ts'
import { isHidden } from '../../text/visibility.ts'
import type { CardReading } from '../card-reading.ts'

/** A Prime badge stands on the card, at its first offer. */
export function is_prime({ card, fields, selectors, isOfFirstOffer }: CardReading): boolean {
  return fields.has('is_prime', selectors.is_prime, { scope: card, isVisible: true, passes: isOfFirstOffer })
}

/** A number alone is not the page's: extensions of browsers print such. */
const MORE_THAN_A_NUMBER = /[^\p{N}\p{Z}]/u

/** Number of offers that the card announces for its first format: the sum where new and used have a line each. */
export function pricing_count({ page, card, fields, selectors, isOfFirstOffer }: CardReading): number | null {
  for (const candidate of selectors.pricing_count) {
    const links = candidate.selectItems(page, card).filter((link) => isOfFirstOffer(link) && !isHidden(link))
    const counts = links.flatMap((link) => {
      const text = readText(link)
      return MORE_THAN_A_NUMBER.test(text) ? (parseOfferCount(text) ?? []) : []
    })
    if (counts.length > 0) {
      const sum = counts.reduce((total, count) => total + count)
      return fields.derive('pricing_count', candidate.source, sum)
    }
  }
  return null
}
