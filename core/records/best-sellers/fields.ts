import { identity } from './identity.ts'
import { movement } from './movement.ts'
import { opinion } from './opinion.ts'
import { price } from './price.ts'
import type { CardFields } from './reading.ts'

/** The definition of every field that is read of a card. */
export const cardFields: CardFields = { ...identity, ...price, ...opinion, ...movement }
