import type { Attempt } from '../field/field-reader.ts'
import { makeIssue, type Issue } from '../field/issue.ts'
import type { Page } from '../html/page.ts'
import { ShelfmarkError } from '../errors.ts'
import { copyOut } from '../text/copy-out.ts'
import { readAsin } from '../text/url.ts'
import { productFields } from './fields/index.ts'
import { compileMarketplace, type Marketplace } from '../marketplace/marketplace.ts'
import type { Product, ReadProductField } from './product-schema.ts'
import { ProductReading } from './product-reading.ts'

export interface ExtractProductOptions {
  /** ASIN that was asked for; the page's own counts when not given. */
  readonly asin?: string | undefined
  /** Attach the page itself as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Keep account of every selector that was tried. Default: false. */
  readonly explain?: boolean | undefined
}

/** What was read of one page. Nothing of it keeps the page alive. */
export interface ProductExtraction {
  /** Null when the page is no product page: it has no title, or no ASIN. */
  readonly record: Product | null
  readonly issues: readonly Issue[]
  /** What gave each field its value: a selector, or a place in the page's state. */
  readonly winners: Readonly<Record<string, string>>
  /** Everything that was tried, in order; null unless asked for. */
  readonly attempts: readonly Attempt[] | null
}

/**
 * Reads a product page. What the page says is never an exception: see `record` and `issues`.
 *
 * Throws: `invalid_argument` for an `asin` that is none; `invalid_selector` for a marketplace with a wrong selector.
 */
export function extractProduct(
  page: Page,
  marketplace: Marketplace,
  options: ExtractProductOptions = {},
): ProductExtraction {
  const reading = new ProductReading(page, compileMarketplace(marketplace), productFields, {
    askedAsin: requireAsin(options.asin),
    keepsAttempts: options.explain ?? false,
  })
  const isProduct = reading.get('title') !== '' && reading.get('asin') !== ''
  const record = isProduct ? readRecord(reading, options.addHtml ?? false) : null
  const missing = isProduct ? [] : [makeIssue(reading.get('title') === '' ? 'title' : 'asin', '', '', 'missing')]
  return copyOut({
    record,
    issues: [...missing, ...reading.fields.issues],
    winners: Object.fromEntries(reading.fields.winners),
    attempts: reading.fields.attempts,
  })
}

function requireAsin(asin: string | undefined): string | null {
  if (asin === undefined) return null
  const known = readAsin(asin)
  if (known === null) throw new ShelfmarkError('invalid_argument', `"${asin}" is no ASIN: 10 letters and digits.`)
  return known
}

function readRecord(reading: ProductReading, addHtml: boolean): Product {
  const record: Record<string, unknown> = {}
  for (const field of Object.keys(productFields) as ReadProductField[]) record[field] = reading.get(field)
  if (addHtml) record.html = reading.page.decode()
  return record as Product
}
