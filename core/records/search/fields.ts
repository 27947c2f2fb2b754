import type { CardFields } from './reading.ts'
import { delivery } from './delivery.ts'
import { identity } from './identity.ts'
import { offer } from './offer.ts'
import { opinion } from './opinion.ts'
import { price } from './price.ts'

/** The definition of every field that is read of a card. */
export const cardFields: CardFields = { ...identity, ...price, ...opinion, ...delivery, ...offer }
