import { Reading } from '../../field/reading.ts'
import type { Page } from '../../html/page.ts'
import type { CompiledMarketplace } from '../../marketplace/marketplace.ts'
import { requireAsin } from '../../record/asked-asin.ts'
import type { ExtractOptions } from '../../record/extraction.ts'
import { PageText } from '../../text/page-text.ts'
import { productFields } from './fields.ts'
import type { ProductMap } from './map.ts'
import type { ProductReading } from './reading.ts'
import type { AskedProduct } from './record.ts'

/**
 * Begins to read a page as that of a product. Other records that are read from such pages begin here too.
 *
 * Throws: `invalid_argument`, for a text that is not an ASIN.
 */
export function openProductPage(
  page: Page,
  marketplace: CompiledMarketplace<{ readonly product: ProductMap }>,
  options: ExtractOptions & Pick<AskedProduct, 'asin'>,
): ProductReading {
  return new Reading({
    page,
    text: new PageText(page.document, marketplace.site.text),
    scope: page.document,
    marketplace,
    map: marketplace.maps.product,
    definitions: productFields,
    askedAsin: requireAsin(options.asin),
    keepsAttempts: options.explain ?? false,
  })
}

/** Whether a page has what makes a product page: a title and an ASIN. */
export function isProductPage(reading: ProductReading): boolean {
  return reading.get('title') !== '' && reading.get('asin') !== ''
}
