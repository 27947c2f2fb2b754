import { ShelfmarkError } from '../../error/shelfmark-error.ts'
import type { ListedOffer, OffersResponse } from './schema.ts'

/**
 * Combines the pages of a product's offers, in their order, into one response. Positions continue
 * from page to page. A single page is returned as it is.
 *
 * What later pages do not repeat is that of the first page that has it; `has_more` is that of the
 * last page. `html` is null, because it can hold only one page.
 *
 * Throws: `invalid_argument`, for an empty list.
 */
export function combineOffersPages(pages: readonly OffersResponse[]): OffersResponse {
  const [first] = pages
  if (first === undefined) throw new ShelfmarkError('invalid_argument', 'No pages to combine. Pass at least one page.')
  if (pages.length === 1) return first
  const { no_offers, ...rest } = first
  const offers = numberOffers(pages.flatMap((page) => page.offers))
  const known = <Field extends 'title' | 'image' | 'rating' | 'reviews_count' | 'pricing_count' | 'delivery_location'>(
    field: Field,
  ): OffersResponse[Field] => pages.find((page) => page[field] !== null)?.[field] ?? first[field]
  return {
    ...rest,
    title: known('title'),
    image: known('image'),
    rating: known('rating'),
    reviews_count: known('reviews_count'),
    pricing_count: known('pricing_count'),
    has_more: pages.at(-1)?.has_more ?? false,
    currency: currencyOf(offers) ?? first.currency,
    delivery_location: known('delivery_location'),
    offers,
    html: null,
    ...(no_offers === true && offers.length === 0 ? ({ no_offers } as const) : {}),
  }
}

/** Sets the positions of offers, from 1. */
export function numberOffers(offers: readonly ListedOffer[]): ListedOffer[] {
  return offers.map((offer, index) => ({ ...offer, position: index + 1 }))
}

/** Currency of the first offer with a price. Absent: null, there is none. */
export function currencyOf(offers: readonly ListedOffer[]): string | null {
  return offers.find(({ price }) => price !== null)?.currency ?? null
}
