import * as v from 'valibot'
import { described } from '../record/schema-parts.ts'

const placeMember = v.nullable(v.string())

/** A place that was asked for, and the one that the page is for. */
export const locationDetails = v.strictObject({
  asked: described(
    v.strictObject({ zip: placeMember, city: placeMember, ship_to: placeMember }),
    'The place as it was asked for. null: that part was not.',
  ),
  shown: described(placeMember, 'The place that the page of the last attempt shows. null: it shows none.'),
})

/** The place that was asked for, and the one that the page shows. */
export type LocationDetails = v.InferOutput<typeof locationDetails>
