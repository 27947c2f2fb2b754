import * as v from 'valibot'
import { asin, described, text, url } from '../record/schema-parts.ts'

const candidate = v.strictObject({
  asin,
  title: described(v.nullable(text), 'As the search shows it. null: it was not found by a search.'),
  url,
  prints_gtin: described(v.boolean(), 'Whether the details of its page have the GTIN.'),
})

/** A GTIN that was asked for, and the products whose pages were read for it. */
export const gtinDetails = v.strictObject({
  gtin: described(text, 'The digits of the GTIN.'),
  candidates: described(v.array(candidate), 'Products whose pages were read, in the order of the search.'),
})

/** A GTIN that was asked for, and the products whose pages were read for it. */
export type GtinDetails = v.InferOutput<typeof gtinDetails>
