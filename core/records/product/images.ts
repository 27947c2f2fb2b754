import type { Element } from '../../html/tree/node.ts'
import type { StateMembers } from '../../marketplace/state-keys.ts'
import { cleanImageUrl, toFullSize } from '../../text/image-url.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../../text/js-literal.ts'
import { pageState } from './page-state.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const images = {
  /**
   * Gallery images of the selected variation in gallery order, in the largest known size, each once.
   *
   * Source: golden/product/com/images-of-state.
   */
  images: (_, reading) => {
    const { placeholder } = reading.site.images
    const addresses = readGalleryState(reading) ?? readGallery(reading)
    const urls = addresses.map(cleanImageUrl).filter((url) => url !== null && !placeholder.test(url))
    return [...new Set(urls as string[])]
  },

  /**
   * Whether the gallery holds a video.
   *
   * Source: golden/product/com/images-of-state.
   */
  has_videos: (field, reading) => {
    const key = reading.site.state.videos
    for (const { value } of reading.once(pageState).values(key)) {
      if (isList(value) && value.length > 0) return field.derive(`state: ${key}`, true)
    }
    return field.has({ isVisible: true })
  },
} satisfies Partial<ProductFields>

/** The gallery's own list in the page's state. */
function readGalleryState(reading: ProductReading): string[] | null {
  const { state, stateMembers } = reading.site
  for (const key of state.gallery) {
    for (const { value } of reading.once(pageState).values(key)) {
      const list = isObject(value) ? value.get(stateMembers.galleryList) : value
      const urls = isList(list) ? list.flatMap((image) => largestOf(image, reading)) : []
      if (urls.length === 0) continue
      reading.field('images').credit(`state: ${key}`, `${urls.length} images`)
      return urls
    }
  }
  return null
}

/** Largest address of one image of the gallery's state. */
function largestOf(image: LiteralValue, { site }: ProductReading): string[] {
  if (!isObject(image)) return []
  const direct = findText(image, site.stateMembers.image)
  if (direct !== undefined) return [direct]
  const sizes = image.get(site.stateMembers.imageSizes)
  const largest = isObject(sizes) ? largestOfSizes(sizes) : null
  const address = largest ?? findValue(image, site.stateMembers.thumbnail)
  return typeof address === 'string' ? [toFullSize(address, site.images)] : []
}

function findText(image: LiteralObject, keys: StateMembers['image']): string | undefined {
  return keys.map((key) => image.get(key)).find((value): value is string => typeof value === 'string' && value !== '')
}

function findValue(image: LiteralObject, keys: StateMembers['thumbnail']): LiteralValue {
  return keys.map((key) => image.get(key)).find((value) => value !== undefined && value !== null) ?? null
}

/** Sizes have the form `{ address: [height, width] }`. */
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

/** Pages without that state: the thumbnails; the first is the main image. */
function readGallery(reading: ProductReading): string[] {
  const field = reading.field('images')
  const read = (element: Element): string[] => readPicture(element, reading)
  const [main] = field.part('main').elements().flatMap(read)
  const gallery = field
    .part('thumbnail')
    .elements()
    .flatMap((item) => read(field.part('picture').inside(item)?.element ?? item))
  if (main === undefined || gallery.includes(main)) return gallery
  return [main, ...gallery.slice(1)]
}

/** Largest address that an element has. Absent: an empty list, the element shows no image. */
function readPicture(element: Element, reading: ProductReading): string[] {
  const field = reading.field('images')
  const large = field.part('large').ownText(element)
  if (large) return [large]
  const { value: sizes } = readLiteral(field.part('sizes').ownText(element) ?? '', 0)
  const address = (isObject(sizes) ? largestOfSizes(sizes) : null) ?? field.part('address').ownText(element)
  return address === null ? [] : [toFullSize(address, reading.site.images)]
}
