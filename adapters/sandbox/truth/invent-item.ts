import type { Product } from '../../../core/index.ts'
import { fill } from '../locale.ts'
import type { Random } from '../random.ts'
import { imageUrl, inventAsin, inventPicture, inventPrice, pricesIn } from './invent-listing.ts'
import { isBook, isClassic, type Draft } from './product-truth.ts'

type ItemFields = Pick<
  Product,
  | 'title'
  | 'product_name'
  | 'page_type'
  | 'description'
  | 'bullet_points'
  | 'brand'
  | 'store_url'
  | 'category'
  | 'images'
  | 'has_videos'
  | 'product_overview'
  | 'formats'
>

const PAGE_TYPES = ['kitchen', 'lawn_and_garden', 'ce', 'wireless', 'toy', 'sports']

/** What a product is. */
export function inventItem(draft: Draft): ItemFields {
  const { layout, listing, locale } = draft
  const random = draft.random.fork('item')
  const { vocabulary } = locale.phrases
  const sentences = random
    .sample(vocabulary.sentences, vocabulary.sentences.length)
    .map((text) => sentence(text, draft, random))
  const second = layout === 'current' && random.chance(0.2) ? ` ${random.pick(vocabulary.styles)}` : ''
  const pictures = [listing.picture, ...Array.from({ length: random.int(1, 6) }, () => inventPicture(random))]
  return {
    title: listing.title + second,
    product_name: listing.title,
    page_type: isBook(layout) ? 'book' : layout === 'apparel' ? 'apparel' : random.pick(PAGE_TYPES),
    description: random.chance(0.8) ? sentences.slice(0, random.int(1, 3)).join('\n') : null,
    bullet_points: isBook(layout) ? '' : sentences.slice(1, 1 + random.int(2, 4)).join('\n'),
    brand: listing.brand,
    store_url: storeUrl(draft),
    category: random.chance(0.9) ? [{ ladder: inventLadder(draft, random) }] : [],
    images: pictures.map((picture) => imageUrl(picture, 'AC_SL1500')),
    has_videos: !isBook(layout) && random.chance(0.4),
    product_overview: isBook(layout) || isClassic(layout) ? [] : inventOverview(draft, random),
    formats: isBook(layout) ? inventFormats(draft, random) : [],
  }
}

function sentence(text: string, { listing, locale }: Draft, random: Random): string {
  const { materials, adjectives } = locale.phrases.vocabulary
  const values = { noun: listing.title, adjective: random.pick(adjectives), material: random.pick(materials) }
  return fill(text, values)
}

/** A brand's store or its search page; an author's page. */
function storeUrl({ layout, listing, locale, random }: Draft): string {
  const base = `https://${locale.marketplace.host}`
  const name = encodeURIComponent(listing.brand)
  if (isBook(layout)) return `${base}/${name}/e/${inventAsin(random.fork('author'))}`
  return isStore(listing.brand) ? `${base}/stores/${name}/page/6C3F1A2E` : `${base}/s?field-brandtextbin=${name}`
}

/** Whether a brand has a store of its own. */
export function isStore(brand: string): boolean {
  return brand.length % 2 === 0
}

function inventLadder({ layout, locale }: Draft, random: Random): Product['category'][number]['ladder'] {
  const { categories, book_categories } = locale.phrases.vocabulary
  return random.pick(isBook(layout) ? book_categories : categories).map((name, index) => ({
    name,
    url: `https://${locale.marketplace.host}/b?node=${random.int(100_000, 999_999)}${index}`,
  }))
}

function inventOverview({ listing, locale }: Draft, random: Random): Product['product_overview'] {
  const { details, vocabulary } = locale.phrases
  return [
    { title: details.brand, description: listing.brand },
    { title: details.material, description: random.pick(vocabulary.materials) },
    { title: details.colour, description: random.pick(vocabulary.colours) },
  ].slice(0, random.int(1, 3))
}

/** Formats of a book; the page's own is selected. */
function inventFormats(draft: Draft, random: Random): Product['formats'] {
  const { listing, locale, currency } = draft
  const { formats } = locale.phrases
  const others = random.sample([formats.ebook, formats.hardcover], random.int(1, 2)).map((name) => ({
    name,
    asin: inventAsin(random, name !== formats.ebook),
    price: inventPrice(random, currency),
    selected: false,
  }))
  const { price } = pricesIn(currency, listing)
  return [...others, { name: formats.paperback, asin: listing.asin, price, selected: true }]
}
