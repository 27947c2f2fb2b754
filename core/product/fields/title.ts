import type { ProductReading } from '../product-reading.ts'

/** Whole displayed title: the name, and its second half where the page splits it. */
export function title(reading: ProductReading): string {
  const { fields, selectors } = reading
  const name = reading.get('product_name')
  const secondHalf = name === '' ? null : fields.text('title', selectors.title)
  return secondHalf === null ? fields.derive('title', 'field: product_name', name) : `${name} ${secondHalf}`
}

/** Title without a second half; "" on a page that has none, which is no product page. */
export function product_name(reading: ProductReading): string {
  return reading.fields.text('product_name', reading.selectors.product_name) ?? ''
}
