import { price } from './price.ts'
import type { OfferFields } from './reading.ts'
import { seller } from './seller.ts'
import { terms } from './terms.ts'

/** The definition of every field that is read of an offer. */
export const offerFields: OfferFields = { ...terms, ...price, ...seller }
