import type { SearchResponse } from '../../../core/index.ts'
import type { Listing } from './invent-listing.ts'

/** Generations of search pages: 2023 to 2026, 2019 to 2022, 2015 to 2018, 2013 to 2014. */
export const SEARCH_LAYOUTS = ['current', 'grid', 'list', 'table'] as const
export type SearchLayout = (typeof SEARCH_LAYOUTS)[number]

/** Cards in columns, or one below the other. */
export type SearchLook = 'grid' | 'list'

/** Orders of the organic cards. */
export const SEARCH_SORTS = ['best_match', 'price_asc', 'price_desc', 'avg_customer_review', 'newest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** A line about delivery, as the page takes it apart; "" for a part that it has not. */
export interface DeliveryLine {
  readonly words: string
  /** Printed bold. */
  readonly date: string
  readonly condition: string
}

export interface FormatPrice {
  readonly name: string
  readonly price: number
}

/**
 * How a card shows its price: in the main row; in words below a price of
 * nothing, as for what members hear or read free of charge; or not at all, with
 * or without such a price of nothing.
 */
export type PriceWay = 'row' | 'words' | 'trial' | 'none'

/** What a card shows beside its fields, or how it shows them: nothing of it is data of its own. */
export interface CardAside {
  readonly kind: Listing['kind']
  readonly picture: string
  readonly author: string | null
  readonly priceWay: PriceWay
  readonly delivery: readonly DeliveryLine[]
  /** Lowest price of the other offers; null when the card shows none. */
  readonly offersFrom: number | null
  /** Format that the card shows first; null for what comes in one. */
  readonly format: string | null
  readonly otherFormats: readonly FormatPrice[]
  readonly unitPrice: { readonly price: number; readonly unit: string } | null
  readonly subscription: number | null
  readonly coupon: number | null
  /** "Only 3 left". */
  readonly stock: string | null
}

/** A search page as data: what it looks like, and what must be read from it. */
export interface SearchTruth {
  readonly query: string
  readonly domain: string
  readonly layout: SearchLayout
  readonly look: SearchLook
  readonly sort: SearchSort
  /** Of the amounts on the page; a visitor from abroad sees another than the marketplace's. */
  readonly currency: string
  /** Organic results on all pages, and on one of them. */
  readonly total: number
  readonly size: number
  readonly response: SearchResponse
  /** One for each of `response.products`. */
  readonly asides: readonly CardAside[]
}
