import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import type { Element } from '../../html/tree/node.ts'
import type { BestSellersMap } from './map.ts'
import type { CardField, Entry } from './schema.ts'

/** What is read of a card: the fields of its entry, and what the list says about it too. */
type CardValues = Pick<Entry, Exclude<CardField, 'currency'>> & {
  /** Absent: null, the card prints none. */
  readonly currency: string | null
  /** "" for a card that names none. */
  readonly asin: string
  /** Rank on the badge. Absent: null, there is none. */
  readonly rank: number | null
}

/** A card of a list while its fields are read. */
export type CardReading = Reading<CardValues, BestSellersMap, Element>

/** How each field of a card is read. */
export type CardFields = FieldDefinitions<CardValues, BestSellersMap, Element>
