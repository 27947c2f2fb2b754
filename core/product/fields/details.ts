import { parseDate } from '../../text/date.ts'
import type { ProductReading } from '../product-reading.ts'
import type { LabelKind } from '../../marketplace/words.ts'

/** Rows that have fields of their own. */
const LEFT_OUT: ReadonlySet<LabelKind | null> = new Set<LabelKind | null>(['sales_rank', 'customer_reviews'])

/** Rows of the detail tables and bullets; of two with one label, the first. */
export function product_details(reading: ProductReading): Record<string, string> {
  const details: Record<string, string> = {}
  for (const { label, value, kind } of reading.details) {
    if (!LEFT_OUT.has(kind) && value !== '' && !(label in details)) details[label] = value
  }
  return details
}

function findDetail(reading: ProductReading, field: string, kind: LabelKind): string | null {
  const row = reading.details.find((detail) => detail.kind === kind && detail.value !== '')
  if (row === undefined) return null
  reading.fields.credit(field, `detail row: ${row.label}`, row.value)
  return row.value
}

/** Manufacturer row of the detail tables; a publisher is none. */
export function manufacturer(reading: ProductReading): string | null {
  return findDetail(reading, 'manufacturer', 'manufacturer')
}

/** The product's dimensions, else the package's. */
export function product_dimensions(reading: ProductReading): string | null {
  const own = findDetail(reading, 'product_dimensions', 'product_dimensions')
  return own ?? findDetail(reading, 'product_dimensions', 'package_dimensions')
}

/** Date of the row "Date First Available", in ISO form. */
export function date_first_available(reading: ProductReading): string | null {
  const value = findDetail(reading, 'date_first_available', 'date_first_available')
  if (value === null) return null
  const date = parseDate(value, reading.words.findMonth, reading.marketplace.isMonthFirst ?? false)
  if (date === null) reading.fields.blame('date_first_available', 'detail row', value)
  return date
}
