import { findGtins, type Product } from '../../../../../core/index.ts'
import { fill } from '../../../locale/locale.ts'
import { gtinRowOf } from '../../../truth/gtins.ts'
import { imageUrl, nextAsin, generatePicture, generatePrice, pricesIn } from '../../../truth/listing.ts'
import type { ProductContext } from './product-truth.ts'
import type { Random } from '../../../truth/random.ts'
import { moveRank } from '../../../truth/shop-time.ts'

const PAGE_TYPES = ['kitchen', 'lawn_and_garden', 'ce', 'wireless', 'toy', 'sports']

/** Texts, pictures and categories of a product. */
export function generateItem(context: ProductContext) {
  const { layout, listing, locale } = context
  const random = context.random.fork('item')
  const { vocabulary } = locale
  const sentences = random
    .sample(vocabulary.sentences, vocabulary.sentences.length)
    .map((text) => sentence(text, context, random))
  const second = layout === 'current' && random.chance(0.2) ? ` ${random.pick(vocabulary.styles)}` : ''
  const pictures = [listing.picture, ...Array.from({ length: random.int(1, 6) }, () => generatePicture(random))]
  return {
    title: listing.title + second,
    product_name: listing.title,
    page_type: layout === 'book' ? 'book' : layout === 'apparel' ? 'apparel' : random.pick(PAGE_TYPES),
    description: random.chance(0.8) ? sentences.slice(0, random.int(1, 3)).join('\n') : null,
    bullet_points: layout === 'book' ? '' : sentences.slice(1, 1 + random.int(2, 4)).join('\n'),
    brand: listing.brand,
    store_url: storeUrl(context),
    category: random.chance(0.9) ? [{ ladder: generateLadder(context, random) }] : [],
    images: pictures.map((picture) => imageUrl(picture, 'AC_SL1500')),
    has_videos: layout !== 'book' && random.chance(0.4),
    product_overview: layout === 'book' || layout === 'classic' ? [] : generateOverview(context, random),
    formats: layout === 'book' ? generateFormats(context, random) : [],
  }
}

function sentence(text: string, { listing, locale }: ProductContext, random: Random): string {
  const { materials, adjectives } = locale.vocabulary
  const values = { noun: listing.title, adjective: random.pick(adjectives), material: random.pick(materials) }
  return fill(text, values)
}

/** Address of the brand's store, of the brand's search page, or of the author's page. */
function storeUrl({ layout, listing, locale, random }: ProductContext): string {
  const base = `https://${locale.marketplace.host}`
  const name = encodeURIComponent(listing.brand)
  if (layout === 'book') return `${base}/${name}/e/${nextAsin(random.fork('author'))}`
  return isStore(listing.brand) ? `${base}/stores/${name}/page/6C3F1A2E` : `${base}/s?field-brandtextbin=${name}`
}

/** Whether a brand has its own store. */
export function isStore(brand: string): boolean {
  return brand.length % 2 === 0
}

function generateLadder({ layout, locale }: ProductContext, random: Random): Product['category'][number]['ladder'] {
  const { categories, book_categories } = locale.vocabulary
  return random.pick(layout === 'book' ? book_categories : categories).map((name, index) => ({
    name,
    url: `https://${locale.marketplace.host}/b?node=${random.int(100_000, 999_999)}${index}`,
  }))
}

function generateOverview({ listing, locale }: ProductContext, random: Random): Product['product_overview'] {
  const { vocabulary } = locale
  const { details } = locale.phrases
  return [
    { title: details.brand, description: listing.brand },
    { title: details.material, description: random.pick(vocabulary.materials) },
    { title: details.color, description: random.pick(vocabulary.colors) },
  ].slice(0, random.int(1, 3))
}

/** Formats of a book. The format of this page is selected. */
function generateFormats(context: ProductContext, random: Random): Product['formats'] {
  const { listing, locale, currency } = context
  const { formats } = locale.phrases
  const others = random.sample([formats.ebook, formats.hardcover], random.int(1, 2)).map((name) => ({
    name,
    asin: nextAsin(random, name !== formats.ebook),
    price: generatePrice(random, currency),
    selected: false,
  }))
  const { price } = pricesIn(currency, listing)
  return [...others, { name: formats.paperback, asin: listing.asin, price, selected: true }]
}

/** Rows of the detail tables, and the fields that are read from them. */
export function generateDetails(context: ProductContext): Partial<Product> {
  const { locale, listing, layout } = context
  const random = context.random.fork('details')
  const { vocabulary } = locale
  const { details } = locale.phrases
  const day = { year: random.int(2012, 2026), month: random.int(1, 12), day: random.int(1, 28) }
  const dimensions = `${random.int(5, 40)} x ${random.int(5, 30)} x ${random.int(1, 20)} ${details.length_unit}`
  const dimensionLabel = random.chance(0.7) ? details.product_dimensions : details.package_dimensions
  const weight: [string, string] = [details.weight, `${random.int(2, 900)} ${details.weight_unit}`]
  const code = gtinRowOf(listing.asin, layout === 'book')
  const codes: (readonly [string, string])[] = code === null ? [] : [code]
  const rows: (readonly [string, string])[] =
    layout === 'book'
      ? [
          [details.publisher, random.pick(vocabulary.publishers)],
          [details.book_language, vocabulary.book_language],
          [details.pages, fill(details.page_count, { count: locale.count(random.int(48, 1200)) })],
          ['ISBN-10', listing.asin],
          ...codes,
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
          ...codes,
          [fill(details.date_first_available, { shop: locale.shopName }), locale.date(day, 'row')],
        ]
  return {
    manufacturer: layout === 'book' ? null : (rows[0]?.[1] ?? null),
    product_details: Object.fromEntries(rows),
    product_dimensions: dimensions,
    sales_rank: random.chance(0.8) ? moveRanks(generateRanks(context, random), context) : [],
    date_first_available: layout === 'book' ? null : isoDate(day),
    gtin: code === null ? null : (findGtins(code[1])[0] ?? null),
  }
}

function isoDate({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function generateRanks({ layout, locale }: ProductContext, random: Random): Product['sales_rank'] {
  const { categories, book_categories } = locale.vocabulary
  const ladder = random.pick(layout === 'book' ? book_categories : categories)
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

function moveRanks(ranks: Product['sales_rank'], { listing, time }: ProductContext): Product['sales_rank'] {
  if (time === undefined) return ranks
  return ranks.map(({ ladder, rank }, index) => ({ ladder, rank: moveRank(rank, index, listing.asin, time) }))
}

/** Wanted properties of the variation family. Default: chosen by the ASIN. */
export interface FamilyOptions {
  /** Number of children, at least 1. */
  readonly children?: number | undefined
  /** ASIN of the parent. */
  readonly parent?: string | undefined
  /** ASIN of another child than the product itself. */
  readonly sibling?: string | undefined
}

/** Children of the variation family. Order: by color, then by size. */
export function generateFamily(
  context: ProductContext,
  options: FamilyOptions,
): Pick<Product, 'parent_asin' | 'variations'> {
  const { layout, listing, locale } = context
  const random = context.random.fork('family')
  const isRequested = options.children !== undefined || options.parent !== undefined || options.sibling !== undefined
  const hasFamily = isRequested || layout === 'apparel' || (layout !== 'book' && random.chance(0.5))
  if (!hasFamily) return { parent_asin: null, variations: [] }

  const count = options.children ?? (layout === 'apparel' ? random.int(4, 24) : random.int(2, 6))
  const { vocabulary } = locale
  const { dimensions } = locale.phrases
  const own = random.int(0, count - 1)
  const sibling = options.sibling === undefined ? -1 : (own + 1) % Math.max(count, 2)
  const sizes = layout === 'apparel' ? vocabulary.sizes : ['']
  const colors = Math.ceil(count / sizes.length)
  const variations = Array.from({ length: Math.max(count, sibling + 1) }, (_, index) => {
    const color = colorName(vocabulary.colors, Math.floor(index / sizes.length), colors)
    const size = sizes[index % sizes.length] ?? ''
    return {
      asin: index === own ? listing.asin : index === sibling ? (options.sibling as string) : nextAsin(random),
      dimensions: size === '' ? { [dimensions.color]: color } : { [dimensions.size]: size, [dimensions.color]: color },
      selected: index === own,
    }
  })
  return { parent_asin: options.parent ?? nextAsin(random), variations }
}

/** Colors have numbers when there are more children than color names. */
function colorName(colors: readonly string[], index: number, total: number): string {
  const name = colors[index % colors.length] ?? ''
  return total > colors.length ? `${name} ${Math.floor(index / colors.length) + 1}` : name
}
