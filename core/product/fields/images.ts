import { findPart } from '../../field/find-part.ts'
import type { Element } from '../../html/node.ts'
import { cleanImageUrl, isPlaceholder, toFullSize } from '../../text/image-url.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../../text/js-literal.ts'
import type { ProductReading } from '../product-reading.ts'

/** Gallery images of the selected variation in gallery order, largest size known, each once. */
export function images(reading: ProductReading): string[] {
  const candidates = readGalleryState(reading) ?? readGallery(reading)
  const urls = candidates.map(cleanImageUrl).filter((url) => url !== null && !isPlaceholder(url))
  return [...new Set(urls as string[])]
}

/** The gallery's own list, under the names that it has had. */
function readGalleryState({ state, fields }: ProductReading): string[] | null {
  for (const key of ['colorImages', 'imageGalleryData']) {
    for (const { value } of state.values(key)) {
      const list = isObject(value) ? value.get('initial') : value
      const urls = isList(list) ? list.flatMap(largestOf) : []
      if (urls.length === 0) continue
      fields.credit('images', `state: ${key}`, `${urls.length} images`)
      return urls
    }
  }
  return null
}

/** Largest address of one image of the gallery's state. */
function largestOf(image: LiteralValue): string[] {
  if (!isObject(image)) return []
  const direct = ['hiRes', 'mainUrl', 'large']
    .map((key) => image.get(key))
    .find((url) => typeof url === 'string' && url !== '')
  if (typeof direct === 'string') return [direct]
  const main = image.get('main')
  const sizes = isObject(main) ? largestOfSizes(main) : null
  const rest = sizes ?? image.get('thumbUrl') ?? image.get('thumb')
  return typeof rest === 'string' ? [toFullSize(rest)] : []
}

/** Sizes are written `{ address: [height, width] }`. */
function largestOfSizes(sizes: LiteralObject): string | null {
  let largest: string | null = null
  let area = 0
  for (const [address, size] of sizes) {
    const [first, second] = isList(size) ? size : []
    const own = typeof first === 'number' && typeof second === 'number' ? first * second : 0
    if (largest === null || own > area) [largest, area] = [address, own]
  }
  return largest
}

/** Pages without that state: the small pictures, of which the first stands for the main one. */
function readGallery({ fields, selectors, page }: ProductReading): string[] {
  const [main] = fields.elements('images', selectors.images.main).flatMap(readPicture)
  const gallery = fields.elements('images', selectors.images.thumbnail).flatMap((item) => {
    const picture = findPart(page, item, selectors.images.picture)?.element ?? item
    return readPicture(picture)
  })
  if (main === undefined || gallery.includes(main)) return gallery
  return [main, ...gallery.slice(1)]
}

/** Largest address that an element names; none for one that shows no picture. */
function readPicture({ attributeList }: Element): string[] {
  const large = attributeList.get('data-old-hires')
  if (large) return [large]
  const { value: sizes } = readLiteral(attributeList.get('data-a-dynamic-image') ?? '', 0)
  const largest = isObject(sizes) ? largestOfSizes(sizes) : null
  const address =
    largest ?? attributeList.get('data-a-hires') ?? attributeList.get('data-src') ?? attributeList.get('src')
  return address === undefined ? [] : [toFullSize(address)]
}

/** The gallery holds at least one video. */
export function has_videos(reading: ProductReading): boolean {
  const { fields, state } = reading
  for (const { value } of state.values('videos')) {
    if (isList(value) && value.length > 0) return fields.derive('has_videos', 'state: videos', true)
  }
  return fields.has('has_videos', reading.selectors.has_videos, { isVisible: true })
}
