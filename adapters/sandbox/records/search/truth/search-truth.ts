import type { Place, SearchResponse } from '../../../../../core/index.ts'
import type { SearchSubject } from './address.ts'
import type { RefinementColumn } from './refinements.ts'
import { imageUrl, type Listing } from '../../../truth/listing.ts'

/** Arrangement of the cards: in columns, or one below the other. */
export type SearchLook = 'grid' | 'list'

/** Sort orders of the organic cards. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const
/** An order of the results. */
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** A line about delivery, in the parts that the page prints. A missing part is empty. */
export interface DeliveryLine {
  readonly words: string
  /** The date, printed bold. */
  readonly date: string
  readonly condition: string
}

export interface FormatPrice {
  readonly name: string
  readonly price: number
}

/**
 * How a card shows its price:
 *
 * - `row`: in the main row;
 * - `words`: in a sentence below the price 0 that members pay, as for audiobooks;
 * - `trial`: only the price 0 that members pay;
 * - `none`: no price.
 */
export type PriceForm = 'row' | 'words' | 'trial' | 'none'

/** What a card prints in addition to its fields, and how it prints them. None of it belongs to the record. */
export interface CardExtras {
  readonly kind: Listing['kind']
  readonly picture: string
  readonly author: string | null
  readonly priceForm: PriceForm
  readonly delivery: readonly DeliveryLine[]
  /** Lowest price of the other offers. Absent: null. */
  readonly offersFrom: number | null
  /** Format that the card shows first. Absent: null, for products without formats. */
  readonly format: string | null
  readonly otherFormats: readonly FormatPrice[]
  readonly unitPrice: { readonly price: number; readonly unit: string } | null
  readonly subscription: number | null
  readonly coupon: number | null
  /** "Only 3 left". */
  readonly stock: string | null
}

/** A search page as data: how it looks, and the response that must be read from it. */
export interface SearchTruth {
  /** Empty: all products of a node or a seller. */
  readonly query: string
  readonly subject: SearchSubject
  /** The column beside the results. */
  readonly column: RefinementColumn
  readonly domain: string
  readonly look: SearchLook
  readonly sort: SearchSort
  /** Currency of the prices. Visitors from abroad see another than that of the marketplace. */
  readonly currency: string
  /** Place of delivery that was asked for. Absent: undefined. */
  readonly place: Place | undefined
  /** Number of organic results on all pages. */
  readonly total: number
  /** Number of organic results on a full page. */
  readonly size: number
  readonly response: SearchResponse
  /** One entry for each of `response.products`, in the same order. */
  readonly cardExtras: readonly CardExtras[]
}

/** Address of a picture for screens of one pixel density. */
export interface PictureSource {
  readonly url: string
  readonly density: string
}

const DENSITIES = ['1', '1.5', '2', '2.5', '3'] as const

/** Addresses of a card's picture in all sizes. Order: smallest first. */
export function listPictureSources(picture: string, look: SearchLook): PictureSource[] {
  const [name, side] = look === 'list' ? (['AC_UY', 218] as const) : (['AC_UL', 320] as const)
  return DENSITIES.map((density) => ({
    url: imageUrl(picture, nameSize(name, side, density)),
    density: `${density}x`,
  }))
}

function nameSize(name: string, side: number, density: string): string {
  const size = `${name}${Math.round(side * Number(density))}`
  return density === '1' ? size : `${size}_FMwebp_QL65`
}
