import type { PageToPrint } from '../../record/simulated-record.ts'
import type { ProductPageRequest } from '../product/page-request.ts'
import type { OfferFilter } from './truth/offers-truth.ts'

/** A page of offers to print. */
export interface OffersPageRequest extends PageToPrint {
  /** How the product is generated whose offers they are. */
  readonly product: Omit<ProductPageRequest, keyof PageToPrint>
  /** Starts at 1. */
  readonly page: number
  /** Filters that offers pass one of. Empty: all offers do. */
  readonly conditions: readonly OfferFilter[]
  readonly isPrimeOnly: boolean
  /** Whether the page is of a form that nobody knows. */
  readonly isUnknown: boolean
}
