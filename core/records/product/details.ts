import type { LabelKind } from '../../marketplace/words.ts'
import type { FieldReader } from '../../field/field-reader.ts'
import { parseDate } from '../../text/date.ts'
import { findGtins } from '../../text/gtin.ts'
import { trimLabel } from '../../text/label.ts'
import { findDetail, readDetailRows, type DetailRow } from './detail-rows.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const details = {
  /**
   * Rows of the detail tables and bullets, without ranks and ratings; of several with one label, the first.
   *
   * Source: golden/product/fr/details-with-direction-marks.
   */
  product_details: (_, reading) => {
    const values = new Map<string, string>()
    for (const { label, value, kind } of reading.once(readDetailRows)) {
      if (kind === 'sales_rank' || kind === 'customer_reviews') continue
      if (value !== '' && !values.has(label)) values.set(label, value)
    }
    return Object.fromEntries(values)
  },

  /**
   * Manufacturer row of the detail tables; a publisher does not count.
   *
   * Source: golden/product/de/rank-label-lookalikes.
   */
  manufacturer: (field, reading) => readDetail(field, 'manufacturer', reading),

  /**
   * The product's dimensions, else the package's.
   *
   * Source: golden/product/de/rank-label-lookalikes.
   */
  product_dimensions: (field, reading) =>
    readDetail(field, 'product_dimensions', reading) ?? readDetail(field, 'package_dimensions', reading),

  /**
   * Date of the row "Date First Available", as YYYY-MM-DD.
   *
   * Source: golden/product/co.jp/japanese-page.
   */
  date_first_available: (field, reading) => {
    const value = readDetail(field, 'date_first_available', reading)
    if (value === null) return null
    const date = parseDate(value, reading.words.date.findMonth, reading.marketplace.isMonthFirst ?? false)
    if (date === null) field.blame('detail row', value)
    return date
  },

  /**
   * First GTIN in a row for one: a row can list several, and another row can print the same in another form. Else that of
   * another block.
   *
   * Source: golden/product/com/gtin-rows, golden/product/com.br/list-of-eans, golden/product/de/isbn-13, golden/product/com/book-carousel.
   */
  gtin: (field, reading) => {
    const [first] = reading.once(readGtins)
    if (first === undefined) return field.value((text) => findGtins(text)[0] ?? null)
    return field.derive(`detail row: ${first.row.label}`, first.gtin, [first.row.element])
  },

  /**
   * Rows of the short table above the bullets.
   *
   * Source: golden/product/de/brand-logo.
   */
  product_overview: (field) =>
    field
      .part('row')
      .elements()
      .flatMap((row) => {
        const title = field.part('title').inside(row)
        const description = field.part('description').inside(row)
        return title === null || description === null
          ? []
          : [{ title: trimLabel(title.text), description: description.text }]
      }),
} satisfies Partial<ProductFields>

/** All GTINs that the rows of details print. A row for one without any that is right is an issue. */
export function readGtins(reading: ProductReading): readonly { readonly gtin: string; readonly row: DetailRow }[] {
  return reading.once(readDetailRows).flatMap((row) => {
    if (row.kind !== 'gtin' || row.value === '') return []
    const gtins = findGtins(row.value)
    if (gtins.length === 0) reading.field('gtin').blame(`detail row: ${row.label}`, row.value)
    return gtins.map((gtin) => ({ gtin, row }))
  })
}

function readDetail(field: FieldReader, kind: LabelKind, reading: ProductReading): string | null {
  const row = findDetail(reading, kind)
  return row === null ? null : field.derive(`detail row: ${row.label}`, row.value, [row.element])
}
