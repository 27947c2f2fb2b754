import type { AbsenceRules } from '../../record/absences.ts'
import { findShown } from '../../record/find-shown.ts'
import type { OfferReading } from './reading.ts'
import type { ListedOffer } from './schema.ts'

/** Why an offer has no value of a field. */
export const offerAbsences: AbsenceRules<ListedOffer, OfferReading> = {
  causes: [
    {
      reason: 'in_cart_only',
      fields: ['price', 'price_strikethrough', 'discount_percentage', 'price_per_unit', 'price_total'],
      find: (reading, { price }) => (price === null ? findShown(reading.field('in_cart').candidates, reading) : null),
    },
  ],
  follows: {
    price_strikethrough: 'price',
    discount_percentage: 'price_strikethrough',
    price_total: 'price_shipping',
    seller_id: 'seller_name',
    seller_url: 'seller_id',
    condition: 'condition_text',
  },
}
