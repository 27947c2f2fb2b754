/** Values that are right although the elements that gave them do not show them. */
interface Exception {
  readonly reason: string
  /** Record and field, or the beginning of a path in it: `product.variations`. A field of rows is that of its record. */
  readonly fields: readonly string[]
  /** The only values that are meant. Default: all. */
  readonly values?: readonly (string | number)[]
}

/** Fields whose values have parts that were read for other fields. */
export const PARTS_OF: Readonly<Record<string, readonly string[]>> = {
  'product.title': ['product_name'],
  'product.buybox': ['price_buybox', 'featured_merchant', 'stock'],
}

export const GROUNDING_EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'a code of a closed list, where the page has a sign or words',
    fields: [
      'product.currency',
      'search.currency',
      'offers.currency',
      'best_sellers.currency',
      'product.condition',
      'offers.condition',
      'product.coupon_discount.needs',
      'reviews.country',
      'reviews.sort_by',
      'reviews.review_topics.sentiment',
      'best_sellers.list',
    ],
  },
  {
    reason: 'words for a number: free, one person, two persons',
    fields: [
      'product.price_shipping',
      'offers.price_shipping',
      'product.price',
      'product.price_buybox',
      'product.buybox.price',
    ],
    values: [0],
  },
  {
    reason: 'words for a number: free, one person, two persons',
    fields: ['product.reviews.helpful_count', 'reviews.helpful_count'],
    values: [0, 1, 2],
  },
  {
    reason: 'computed from other values of the record',
    fields: [
      'offers.price_total',
      'product.discount_percentage',
      'offers.discount_percentage',
      'best_sellers.categories.level',
      'product.coupon_discount.amount',
    ],
  },
  {
    reason: 'a count that the page rounds: 1.2K',
    fields: ['search.reviews_count'],
  },
  {
    reason: 'the same as another field, which is grounded itself',
    fields: ['product.formats.asin'],
  },
  {
    reason: 'beside the element that the selector finds',
    fields: [
      'product.pricing_count',
      'product.pricing_lowest',
      'search.pricing_count',
      'product.formats.price',
      'product.reviews.author',
      'product.brand',
      'product.coupon',
      'product.coupon_discount.code',
      'best_sellers.price_upper',
    ],
  },
  {
    reason: 'data of a script, or the rows of a form',
    fields: ['product.variations'],
  },
  {
    reason: 'an attribute of an element inside: a meter, stars, a whole text that is shown shortened',
    fields: [
      'product.rating_stars_distribution',
      'reviews.rating_stars_distribution',
      'product.reviews.rating',
      'product.reviews.content',
      'product.description',
      'reviews.content',
      'reviews.review_topics.count',
      'search.title',
      'best_sellers.title',
      'search.refinements.options.name',
    ],
  },
  {
    reason: 'a part of an address, or an address that is made of an id',
    fields: [
      'product.url',
      'reviews.id',
      'reviews.url',
      'reviews.page',
      'search.refinements.id',
      'search.refinements.options.value',
      'search.node',
      'best_sellers.categories.query',
      'best_sellers.categories.url',
    ],
  },
  {
    reason: 'a name that an id stands for',
    fields: ['product.featured_merchant.name', 'product.buybox.seller_name'],
    values: ['Amazon'],
  },
]

/** Why the elements of a value need not show it. `field`: with the members of its value. Absent: null, they have to. */
export function findReason(record: string, field: string, value: string | number): string | null {
  const name = `${record}.${field}`
  const isMeant = ({ fields, values }: Exception): boolean =>
    fields.some((own) => name === own || name.startsWith(`${own}.`)) && (values?.includes(value) ?? true)
  return GROUNDING_EXCEPTIONS.find(isMeant)?.reason ?? null
}
