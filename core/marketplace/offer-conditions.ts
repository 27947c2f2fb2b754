/** Conditions of an offer. */
export const OFFER_CONDITIONS = [
  'new',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'refurbished',
  'collectible',
  'open_box',
] as const

/** Condition of an offer. */
export type OfferCondition = (typeof OFFER_CONDITIONS)[number]
