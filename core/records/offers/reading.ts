import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import type { Document, Element } from '../../html/tree/node.ts'
import type { OffersMap } from './map.ts'
import type { ListedOffer, OffersPageField, OffersResponse, ReadOfferField } from './schema.ts'

type Values = Pick<ListedOffer, ReadOfferField>
/** A page does not always name its product, and its currency and `has_more` depend on its offers. */
type PageValues = Omit<
  Pick<OffersResponse, OffersPageField>,
  'asin' | 'asin_in_url' | 'url' | 'currency' | 'has_more'
> & {
  readonly asin: string | null
}

/** A block of an offer while its fields are read. */
export type OfferReading = Reading<Values, OffersMap, Element>
/** How each field of an offer is read. */
export type OfferFields = FieldDefinitions<Values, OffersMap, Element>

/** A page of offers while its own fields are read. */
export type PageReading = Reading<PageValues, OffersMap, Document>
/** How each field of the page is read. */
export type PageFields = FieldDefinitions<PageValues, OffersMap, Document>
