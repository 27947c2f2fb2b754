import { ShelfmarkError } from '../../error/shelfmark-error.ts'
import { Reading } from '../../field/reading.ts'
import type { Attempt, Issue, Trace } from '../../field/trace.ts'
import type { Page } from '../../html/page.ts'
import { compileMarketplace, type Marketplace } from '../../marketplace/marketplace.ts'
import { productSchema } from './schema.ts'
import type { Product, ProductField, ReadProductField } from './product.ts'
import { copyOut } from '../../text/copy-out.ts'
import { PageText } from '../../text/page-text.ts'
import { readAsin } from '../../text/url.ts'
import { readServedAsin } from './identity.ts'
import { productFields } from './fields.ts'
import type { ProductReading } from './reading.ts'

/** How a product page is extracted. */
export interface ExtractProductOptions {
  /** Requested ASIN. Default: the page's own. */
  readonly asin?: string | undefined
  /** Adds the page itself as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Records every candidate that was tried. Default: false. */
  readonly explain?: boolean | undefined
}

/** Field to the selector, or the key of the page's state, that gave its value. Absent: a field without a value. */
export type ProductWinners = { readonly [Field in ProductField]?: string }

/** Result of reading a product page. It keeps nothing of the page in memory. */
export interface ProductExtraction {
  /** Absent: null, the page is not a product page: it has no title, or no ASIN. */
  readonly record: Product | null
  /** ASIN that the page says it was served for. Absent: null, it does not say so, or there is no record. */
  readonly servedAsin: string | null
  readonly issues: readonly Issue<ProductField>[]
  readonly winners: ProductWinners
  /** Every candidate that was tried. Order: reading. Absent: null, unless `explain` is set. */
  readonly attempts: readonly Attempt<ProductField>[] | null
}

/**
 * Reads a product page. Page content is never an exception: see `record` and `issues`.
 *
 * Throws: `invalid_argument`, for an `asin` that is not an ASIN; `invalid_selector`, for a marketplace with a wrong selector.
 */
export function extractProduct(
  page: Page,
  marketplace: Marketplace,
  options: ExtractProductOptions = {},
): ProductExtraction {
  const compiled = compileMarketplace(marketplace)
  const reading: ProductReading = new Reading({
    page,
    text: new PageText(page.document, compiled.site.text),
    scope: page.document,
    marketplace: compiled,
    map: compiled.product,
    definitions: productFields,
    askedAsin: requireAsin(options.asin),
    keepsAttempts: options.explain ?? false,
  })
  const isProduct = reading.get('title') !== '' && reading.get('asin') !== ''
  const record = isProduct ? readRecord(reading, options.addHtml ?? false) : null
  const servedAsin = isProduct ? readServedAsin(reading) : null
  if (!isProduct) reading.trace.miss(reading.get('title') === '' ? 'title' : 'asin')
  const { issues, winners, attempts } = reading.trace as Trace<ProductField>
  return copyOut({ record, servedAsin, issues, winners: Object.fromEntries(winners), attempts })
}

function requireAsin(asin: string | undefined): string | null {
  if (asin === undefined) return null
  const known = readAsin(asin)
  if (known === null) throw new ShelfmarkError('invalid_argument', `Invalid ASIN "${asin}". Use 10 letters and digits.`)
  return known
}

/** Fields in the order of the wire. */
const FIELDS = Object.keys(productSchema.entries).filter((field) => field in productFields) as ReadProductField[]

function readRecord(reading: ProductReading, addHtml: boolean): Product {
  const record = {} as Record<ProductField, unknown>
  for (const field of FIELDS) record[field] = reading.get(field)
  if (addHtml) record.html = reading.page.decode()
  return record as Product
}
