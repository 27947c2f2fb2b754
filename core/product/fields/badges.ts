import type { ProductReading } from '../product-reading.ts'

/** The marketplace's-choice badge, in any language. */
export function is_marketplace_choice(reading: ProductReading): boolean {
  return (
    reading.fields.text('is_marketplace_choice', reading.selectors.is_marketplace_choice, { isVisible: true }) !== null
  )
}

/** The best-seller badge. */
export function best_seller(reading: ProductReading): boolean {
  return reading.fields.text('best_seller', reading.selectors.best_seller, { isVisible: true }) !== null
}

/** "1K+ bought in past month", verbatim. */
export function sales_volume(reading: ProductReading): string | null {
  return reading.fields.text('sales_volume', reading.selectors.sales_volume, { isVisible: true })
}
