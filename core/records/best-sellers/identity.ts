import { refusal } from '../../field/trace.ts'
import { cleanImageUrl } from '../../text/image-url.ts'
import { isObject, isList, readLiteral, type LiteralValue } from '../../text/js-literal.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import { cleanUrl, findAsin, readAsin } from '../../text/url.ts'
import type { CardFields, CardReading } from './reading.ts'

const NO_ASIN = refusal('no ASIN')
const NO_RANK = refusal('no rank')
const NO_IMAGE = refusal('no image of the product')
const NO_FORMAT = refusal('no format')
const OTHER_LINE = refusal('the title, not a line below it')

/** The rank is the number of a badge, whatever is around it: "#1", "1.", "Nr. 1", "1位". */
const MAX_RANK = 1_000_000
const HAS_YEAR = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N})/u
/** A number, with no word but that of what is counted. */
const NUMBER_OF = /^\D{0,20}\d{1,3}\D{1,30}$/u

export const identity = {
  /**
   * ASIN of a card; "" for one that names none, such as that of a product that is gone.
   *
   * Source: golden/best_sellers/es/layout-of-2016.
   */
  asin: (field, { site }) => {
    const own = field.part('card').value((text) => readAsin(text) ?? NO_ASIN)
    return own ?? field.part('link').value((href) => findAsin(href, site.links) ?? NO_ASIN) ?? ''
  },

  /**
   * Rank on the badge of a card.
   *
   * Source: golden/best_sellers/com/movers-of-2019.
   */
  rank: (field) =>
    field.value((text) => {
      const [first] = findNumbers(text)
      const rank = first === undefined ? null : parseDecimal(first)
      return rank !== null && Number.isInteger(rank) && rank > 0 && rank <= MAX_RANK ? rank : NO_RANK
    }),

  /**
   * Whole title: an element that is shortened has it in an attribute.
   *
   * Source: golden/best_sellers/com/landing-page.
   */
  title: (field) => {
    const whole = field.part('whole')
    return field.part('shown').value((shown, element) => {
      const stem = shown.replace(ELLIPSIS, '')
      if (stem === shown) return shown
      return [...whole.ownTexts(element)].find((own) => own.length > stem.length && own.startsWith(stem)) ?? shown
    })
  },

  /**
   * Product image, the largest that the card lists.
   *
   * Source: golden/best_sellers/de/list-with-cards-to-load.
   */
  image: (field, reading) => {
    const largest = field.part('sizes').value((sizes) => findLargest(sizes, reading) ?? NO_IMAGE)
    return largest ?? field.part('shown').value((address) => toImage(address, reading) ?? NO_IMAGE)
  },

  /**
   * The line below the title that names an author, an artist or a brand.
   *
   * Source: golden/best_sellers/fr/books.
   */
  manufacturer: (field, reading) => {
    const { words } = reading
    const title = reading.get('title')
    return field.value(
      (text) => {
        return text === title ? OTHER_LINE : words.cutBy(text)
      },
      { isVisible: true },
    )
  },

  /**
   * Address of that line, if it is a link.
   *
   * Source: golden/best_sellers/fr/books.
   */
  manufacturer_url: (field, reading) => {
    if (reading.get('manufacturer') === null) return null
    return field.value((href) => cleanUrl(href, reading.marketplace) ?? NO_ASIN)
  },

  /**
   * "Kindle Edition", "Audio CD".
   *
   * Source: golden/best_sellers/fr/books.
   */
  format: (field) => {
    const isOther = field.part('left_out').matches
    return field
      .part('line')
      .value((text, element) => (isOther(element) || HAS_YEAR.test(text) || NUMBER_OF.test(text) ? NO_FORMAT : text), {
        isVisible: true,
      })
  },

  /**
   * Number of formats that the card announces, next to the format.
   *
   * Source: golden/best_sellers/fr/books.
   */
  formats_count: (field, reading) => {
    if (reading.get('format') === null) return null
    const isOther = reading.field('format').part('left_out').matches
    return field.value(
      (text, element) => {
        const [count, ...more] = findNumbers(text).map(parseDecimal)
        const isCount = count !== null && count !== undefined && Number.isInteger(count) && more.length === 0
        return !isOther(element) && isCount && NUMBER_OF.test(text) ? count : NO_FORMAT
      },
      { isVisible: true },
    )
  },
} satisfies Partial<CardFields>

const ELLIPSIS = /\s*(?:\.\.\.|…)$/

/** Address of the largest image of a list of addresses with width and height: `{"https://...": [300, 200]}`. */
function findLargest(sizes: string, reading: CardReading): string | null {
  const { value } = readLiteral(sizes, 0)
  if (!isObject(value)) return null
  let best: string | null = null
  let bestArea = 0
  for (const [address, size] of value) {
    const area = areaOf(size)
    const image = area > bestArea ? toImage(address, reading) : null
    if (image === null) continue
    best = image
    bestArea = area
  }
  return best
}

function areaOf(size: LiteralValue): number {
  const [width, height] = isList(size) ? size : []
  return typeof width === 'number' && typeof height === 'number' ? width * height : 0
}

function toImage(address: string, { site }: CardReading): string | null {
  return site.images.noImage.test(address) || site.images.placeholder.test(address) ? null : cleanImageUrl(address)
}
