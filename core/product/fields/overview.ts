import { findPart } from '../../field/find-part.ts'
import { trimLabel } from '../../text/label.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

/** Rows of the short table above the bullets. */
export function product_overview({ fields, selectors, page }: ProductReading): Product['product_overview'] {
  const parts = selectors.product_overview
  return fields.elements('product_overview', parts.row).flatMap((row) => {
    const title = findPart(page, row, parts.title)
    const description = findPart(page, row, parts.description)
    return title === null || description === null
      ? []
      : [{ title: trimLabel(title.text), description: description.text }]
  })
}
