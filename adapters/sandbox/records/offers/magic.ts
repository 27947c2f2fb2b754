/** A product whose panel of offers is in unknown markup. */
export const UNKNOWN_FORM = 'B0NEWPANEL'

/** ASINs whose offers are special. Those of products with a special page have the faults of that page too. */
export const magicAsins = [
  { query: 'B0UNAVAIL0', description: 'no offers at all' },
  { query: 'B0NOOFFER0', description: 'offers of other sellers, none of them featured' },
  { query: 'B0INCART00', description: 'featured offer whose price only the cart shows' },
  { query: UNKNOWN_FORM, description: 'offers in unknown markup' },
]
