import type { Product } from '../../../core/index.ts'
import { fill } from '../locale.ts'
import type { Random } from '../random.ts'
import { isBook, type Draft } from './product-truth.ts'

type DetailFields = Pick<
  Product,
  'manufacturer' | 'product_details' | 'product_dimensions' | 'sales_rank' | 'date_first_available'
>

/** Rows of the detail tables, and the fields that are read of them. */
export function inventDetails(draft: Draft): DetailFields {
  const { locale, listing, layout } = draft
  const random = draft.random.fork('details')
  const { details, vocabulary } = locale.phrases
  const day = { year: random.int(2012, 2026), month: random.int(1, 12), day: random.int(1, 28) }
  const dimensions = `${random.int(5, 40)} x ${random.int(5, 30)} x ${random.int(1, 20)} ${details.length_unit}`
  const dimensionLabel = random.chance(0.7) ? details.product_dimensions : details.package_dimensions
  const weight: [string, string] = [details.weight, `${random.int(2, 900)} ${details.weight_unit}`]
  const rows: [string, string][] = isBook(layout)
    ? [
        [details.publisher, random.pick(vocabulary.publishers)],
        [details.book_language, vocabulary.book_language],
        [details.pages, fill(details.page_count, { count: locale.count(random.int(48, 1200)) })],
        ['ISBN-10', listing.asin],
        weight,
        [dimensionLabel, dimensions],
      ]
    : [
        [details.manufacturer, `${listing.brand} ${random.pick(['GmbH', 'Ltd.', 'S.A.', '& Co.'])}`],
        [details.material, random.pick(vocabulary.materials)],
        weight,
        [dimensionLabel, dimensions],
        [details.model, `${random.text('ABCDEFGH', 2)}-${random.int(100, 999)}`],
        ['ASIN', listing.asin],
        [details.date_first_available, locale.date(day, 'row')],
      ]
  return {
    manufacturer: isBook(layout) ? null : (rows[0]?.[1] ?? null),
    product_details: Object.fromEntries(rows),
    product_dimensions: dimensions,
    sales_rank: random.chance(0.8) ? inventRanks(draft, random) : [],
    date_first_available: isBook(layout) ? null : isoDate(day),
  }
}

function isoDate({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function inventRanks({ layout, locale }: Draft, random: Random): Product['sales_rank'] {
  const { categories, book_categories } = locale.phrases.vocabulary
  const ladder = random.pick(isBook(layout) ? book_categories : categories)
  const [root = '', ...others] = ladder
  const last = others.at(-1)
  const address = `https://${locale.marketplace.host}/gp/bestsellers/shelf${random.int(10, 99)}`
  const overall = {
    ladder: [{ name: root, url: address }],
    rank: random.pick([random.int(1, 999), random.int(1000, 2_000_000)]),
  }
  if (last === undefined) return [overall]
  return [
    overall,
    { ladder: [{ name: last, url: `${address}/${random.int(1_000_000, 9_999_999)}` }], rank: random.int(1, 99_999) },
  ]
}
