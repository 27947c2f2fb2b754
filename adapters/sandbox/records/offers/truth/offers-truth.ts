import type { ListedOffer, OffersResponse } from '../../../../../core/index.ts'

/** Names of the filters for conditions, as the shop's addresses have them, and the condition that each lets pass. */
export const OFFER_CONDITION_FILTERS = {
  new: 'new',
  usedLikeNew: 'used_like_new',
  usedVeryGood: 'used_very_good',
  usedGood: 'used_good',
  usedAcceptable: 'used_acceptable',
  collectible: 'collectible',
} as const satisfies Readonly<Record<string, ListedOffer['condition']>>

/** Name of a filter for a condition. */
export type OfferFilter = keyof typeof OFFER_CONDITION_FILTERS

/** A page of offers as data: the record that must be read from it. */
export interface OffersTruth {
  readonly domain: string
  readonly response: OffersResponse
}
