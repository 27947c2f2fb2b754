import { parseOfferCount } from '../../text/amounts.ts'
import { firstOffer, isOfFirstOffer, type CardFields } from './reading.ts'

/** A number without words does not come from the page: browser extensions print such numbers. */
const MORE_THAN_A_NUMBER = /[^\p{N}\p{Z}]/u

export const offer = {
  /**
   * Whether the card has a Prime badge at its first offer.
   *
   * Source: golden/search/fr/layout-of-2016.
   */
  is_prime: (field, reading) => field.has({ scopes: reading.once(firstOffer), isVisible: true }),

  /**
   * Number of offers that the card announces for its first format: the sum, if new and used offers have a line each.
   *
   * Source: golden/search/com/no-featured-offer-on-card, golden/search/com/offers-behind-the-first.
   */
  pricing_count: (field, reading) => {
    const { page, scope, text, words } = reading
    for (const candidate of field.candidates) {
      const links = candidate
        .selectItems(page, scope)
        .filter((link) => isOfFirstOffer(link, reading) && !text.isHidden(link))
      const counts = links.flatMap((link) => {
        const line = text.read(link)
        return MORE_THAN_A_NUMBER.test(line) ? (parseOfferCount(line, words.isOrdinal) ?? []) : []
      })
      if (counts.length > 0) {
        return field.derive(
          candidate.source,
          counts.reduce((total, count) => total + count),
          links,
        )
      }
    }
    return null
  },
} satisfies Partial<CardFields>
