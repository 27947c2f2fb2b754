import { Reading } from '../../field/reading.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import { findAbsences } from '../../record/absences.ts'
import type { Extract } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { PageText } from '../../text/page-text.ts'
import { parseRating } from '../../text/rating.ts'
import type { SellerPageMap } from './map.ts'
import { sellerPageSchema, type SellerPage } from './record.ts'

/** Reads the page of a seller. `record` is null for a page that does not name it. */
export const extractSellerPage: Extract<SellerPage, { readonly seller_page: SellerPageMap }> = (
  page,
  market,
  { explain = false } = {},
) => {
  const marketplace = compileMarketplace(market)
  const own = new Reading<SellerPage, SellerPageMap, typeof page.document>({
    page,
    text: new PageText(page.document, marketplace.site.text),
    scope: page.document,
    marketplace,
    map: marketplace.maps.seller_page,
    definitions: {
      seller_id: (field) => field.text() ?? '',
      name: (field) => field.text() ?? '',
      rating: (field) => field.value(parseRating),
      business_name: (field) => field.text(),
      about: (field) => field.text(),
    },
    keepsAttempts: explain,
  })
  const seller_id = own.get('seller_id')
  const name = own.get('name')
  const [rating, business_name, about] = [own.get('rating'), own.get('business_name'), own.get('about')]
  const isSeller = seller_id !== '' && name !== ''
  const record: SellerPage | null = isSeller ? { seller_id, name, rating, business_name, about } : null
  const { issues, winners, attempts } = own.trace
  return finishExtraction(page, {
    record,
    hasMore: null,
    rowElements: null,
    isMismatch: false,
    isIncomplete: false,
    issues,
    winners: Object.fromEntries(winners),
    attempts,
    absences: record === null ? null : findAbsences(record, sellerPageSchema, own),
  })
}
