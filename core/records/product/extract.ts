import type { Absence, Trace } from '../../field/trace.ts'
import { isSameGtin } from '../../text/gtin.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import type { Extract, Extraction, ExtractOptions } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { findAbsences } from '../../record/absences.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { productAbsences } from './absences.ts'
import { readGtins } from './details.ts'
import { readServedAsin } from './identity.ts'
import { productFields } from './fields.ts'
import { productInvariants } from './invariants.ts'
import { isAsinMismatch } from './is-asin-mismatch.ts'
import type { ProductMap } from './map.ts'
import { isProductPage, openProductPage } from './open-page.ts'
import type { ProductReading } from './reading.ts'
import type { AskedProduct } from './record.ts'
import { readMainPrice } from './main-price.ts'
import { findUndelivered } from './undelivered.ts'
import { REVIEWS_NOT_SHOWN, showsReviews } from './reviews.ts'
import { productSchema, type Product, type ProductField, type ReadProductField } from './schema.ts'

/** Field to the selector, or the key of the page's state, that gave its value. Absent: a field without a value. */
export type ProductWinners = Extraction<Product, ProductField>['winners']

/**
 * Reads a product page. `record` is null for a page without a title or without an ASIN.
 *
 * @example
 * ```ts
 * import { extractProduct, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { record, winners, issues } = extractProduct(parsePage(bytes), de, { asin: 'B0SHLFX301' })
 * console.log(record?.price, winners.price, issues)
 * ```
 */
export const extractProduct: Extract<Product, { readonly product: ProductMap }, ProductField, AskedProduct> = (
  page,
  marketplace,
  options = {},
) => {
  const reading = openProductPage(page, compileMarketplace(marketplace), options)
  const { askedAsin } = reading
  const isProduct = isProductPage(reading)
  const record = isProduct ? readRecord(reading, options) : null
  const servedAsin = isProduct ? readServedAsin(reading) : null
  if (!isProduct) reading.trace.miss(reading.get('title') === '' ? 'title' : 'asin')
  const isIncomplete = record !== null && isIncompletePage(reading)
  if (isIncomplete) reading.trace.miss('price', INCOMPLETE)
  const undelivered = record?.price === null && !isIncomplete ? reading.once(findUndelivered) : null
  if (undelivered !== null) {
    reading.trace.explain('price', reading.trace.sourceOf('is_deliverable'), undelivered, UNDELIVERED)
  }
  if (record !== null && reading.once(readMainPrice).isForMembersOnly) {
    reading.trace.explain('price', reading.trace.sourceOf('price_prime'), '', FOR_MEMBERS_ONLY)
  }
  const hasReviews = record === null ? null : showsReviews(reading)
  if (hasReviews === false) reading.trace.miss('reviews', REVIEWS_NOT_SHOWN)
  const { issues, winners, attempts } = reading.trace as Trace<ProductField>
  return finishExtraction(page, {
    record,
    hasMore: null,
    rowElements: null,
    isIncomplete,
    hasReviews,
    isWithheld: hasReviews === false && options.reviews === true,
    isUnconfirmed: record !== null && options.gtin !== undefined && findPrinted(reading, options.gtin) === null,
    isMismatch: record !== null && askedAsin !== null && isAsinMismatch(record, askedAsin, servedAsin),
    issues,
    winners: Object.fromEntries(winners),
    attempts,
    absences:
      record === null
        ? null
        : (findAbsences(record, productSchema, reading, productAbsences) as Absence<ProductField>[] | null),
  })
}

const UNDELIVERED = 'not delivered to this place'
const FOR_MEMBERS_ONLY = 'for members only'
const INCOMPLETE = 'the shop failed to render a part of the page'

/** Whether the page has the block that the shop shows in place of what it failed to render. */
function isIncompletePage(reading: ProductReading): boolean {
  return reading.field('incomplete').candidates.some((selector) => selector.selectFirst(reading.page) !== null)
}

/** Fields in the order of the wire. */
const FIELDS = Object.keys(productSchema.entries).filter((field) => field in productFields) as ReadProductField[]

/** The form in which the page prints a GTIN. Absent: null, it does not. */
function findPrinted(reading: ProductReading, asked: string): string | null {
  const printed = [...reading.once(readGtins).map(({ gtin }) => gtin), reading.get('gtin') ?? '']
  return printed.find((gtin) => isSameGtin(gtin, asked)) ?? null
}

function readRecord(reading: ProductReading, { addHtml = false, gtin }: ExtractOptions & AskedProduct): Product {
  const record = {} as Record<ProductField, unknown>
  for (const field of FIELDS) record[field] = reading.get(field)
  if (gtin !== undefined) record.gtin = findPrinted(reading, gtin) ?? record.gtin
  if (addHtml) record.html = reading.page.decode()
  return checkInvariants(record as Product, productInvariants, reading)
}
