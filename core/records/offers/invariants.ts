import type { Check, Invariant } from '../../record/invariants.ts'
import { ofDiscount, ofPrice, ofStruckPrice } from '../../record/shared-invariants.ts'
import type { ListedOffer, OffersResponse } from './schema.ts'

/** What the fields of a right offer have in common. */
export const offerInvariants: readonly Invariant<ListedOffer>[] = [
  ...ofPrice,
  ...ofStruckPrice,
  ...ofDiscount,
  {
    fields: ['min_quantity', 'max_quantity'],
    reason: 'the least quantity is at most the largest',
    isBroken: ({ min_quantity: min, max_quantity: max }) => min !== null && max !== null && min > max,
  },
  {
    fields: ['seller_rating', 'seller_ratings_count'],
    reason: 'an average is made from ratings',
    isBroken: ({ seller_rating, seller_ratings_count }) => seller_rating !== null && seller_ratings_count === 0,
  },
]

/** What the offers of a right page have in common. */
export const offersInvariants: readonly Check<
  Pick<OffersResponse, 'offers' | 'pricing_count' | 'has_more' | 'page' | 'currency'>
>[] = [
  {
    fields: ['offers', 'pricing_count'],
    reason: 'a page that is the only one shows as many offers as it announces, besides the featured one',
    isBroken: ({ offers, pricing_count, has_more, page }) =>
      pricing_count !== null && page === 1 && !has_more && countOthers(offers) !== pricing_count,
  },
  {
    fields: ['offers', 'currency'],
    reason: 'prices of one page are in one currency',
    isBroken: ({ offers, currency }) => offers.some((offer) => offer.price !== null && offer.currency !== currency),
  },
  {
    fields: ['offers'],
    reason: 'one offer is featured, and comes first',
    isBroken: ({ offers }) => offers.some(({ is_featured }, index) => is_featured && index > 0),
  },
  {
    fields: ['offers'],
    reason: 'offers are numbered from 1 without gaps',
    isBroken: ({ offers }) => offers.some(({ position }, index) => position !== index + 1),
  },
]

function countOthers(offers: OffersResponse['offers']): number {
  return offers.filter(({ is_featured }) => !is_featured).length
}
