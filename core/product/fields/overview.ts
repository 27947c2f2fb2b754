import { trimLabel } from '../../text/label.ts'
import { readText } from '../../text/read-text.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

/** Rows of the short table above the bullets. */
export function product_overview(reading: ProductReading): Product['product_overview'] {
  const { fields, selectors, page } = reading
  const parts = selectors.product_overview
  const rows: { title: string; description: string }[] = []
  for (const row of fields.elements('product_overview', parts.row)) {
    const titleCell = parts.title.map((selector) => selector.selectFirst(page, row)).find((cell) => cell !== null)
    const valueCell = parts.description.map((selector) => selector.selectFirst(page, row)).find((cell) => cell !== null)
    if (!titleCell || !valueCell) continue
    const title = trimLabel(readText(titleCell))
    const description = readText(valueCell)
    if (title !== '' && description !== '') rows.push({ title, description })
  }
  return rows
}
