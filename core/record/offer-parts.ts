import * as v from 'valibot'
import { OFFER_CONDITIONS } from '../marketplace/offer-conditions.ts'
import type { RecordOf } from './record-of.ts'
import { amount, text } from './schema-parts.ts'

export const delivery = v.object({
  date: v.object({
    /** Words of the date, as displayed: `Tuesday, June 3`. */
    by: text,
  }),
  /** Words before the date: `FREE delivery`. Absent: "", the page shows a date alone. */
  type: v.string(),
})
/** One promise about delivery of an offer. */
export type Delivery = RecordOf<typeof delivery>

export const unitPrice = v.object({
  /** Unit: major units of `currency`. */
  price: amount,
  /** As displayed: `100 g`. */
  unit: text,
})
/** Price of a unit such as `100 g`. */
export type UnitPrice = RecordOf<typeof unitPrice>

export const offerCondition = v.picklist(OFFER_CONDITIONS)
