import { refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { nextElement, parentElement } from '../../html/tree/walk.ts'
import { isImageUrl } from '../../text/image-url.ts'
import { productUrl, readAsin } from '../../text/url.ts'
import type { Selector } from '../../selector/selector.ts'
import type { CardFields, CardReading } from './reading.ts'

const NO_ASIN = refusal('no ASIN')
const NO_IMAGE = refusal('a picture that stands for none')

export const identity = {
  /**
   * ASIN of a card; "" for a card that names none, which is not a product.
   *
   * Source: golden/search/com/video-block.
   */
  asin: (field, reading) => {
    const { asinInCardLink } = reading.site.patterns
    for (const selector of field.part('card').candidates) {
      if (selector.mode.kind !== 'attribute') continue
      const own = readAsin(reading.scope.attributeList.get(selector.mode.name) ?? '')
      if (own !== null) return field.part('card').derive(`card: ${selector.mode.name}`, own, [reading.scope])
    }
    const linked = field.part('link').value((href) => asinInCardLink.exec(href)?.[1]?.toUpperCase() ?? NO_ASIN)
    return linked ?? ''
  },

  /**
   * Whole title: of two headings, brand and title; the brand is not repeated if the title begins with it.
   *
   * Source: golden/search/ca/brand-and-title-headings.
   */
  title: (field, reading) => {
    const [first = '', ...rest] = reading.once(readHeadings)
    const brand = reading.get('manufacturer')
    const own = brand !== null && rest.length > 0 && first === brand ? rest.join(' ') : [first, ...rest].join(' ')
    return brand === null || beginsWith(own, brand) ? own : field.derive('field: manufacturer', `${brand} ${own}`)
  },

  /**
   * Address of the product on this marketplace.
   *
   * Source: golden/search/com/sponsored-in-many-ways.
   */
  url: (_, reading) => productUrl(reading.marketplace, reading.get('asin')),

  /**
   * Brand heading, if the card has one apart from the title.
   *
   * Source: golden/search/ca/brand-and-title-headings.
   */
  manufacturer: (field, reading) => {
    const apart = field.text({ isVisible: true })
    if (apart !== null) return apart
    const [first, second] = reading.once(readHeadings)
    return field.derive('first of two headings', second === undefined ? null : (first ?? null))
  },

  /**
   * Whether the card is a video about one product.
   *
   * Source: golden/search/com/video-block.
   */
  is_video: (_, reading) => {
    const video = reading.field('video')
    return video.matches(reading.scope) || video.existsIn(reading.scope)
  },

  /**
   * Product image, the largest that the card lists.
   *
   * Source: golden/search/com/layout-of-2014.
   */
  image: (field, reading) =>
    field.value(
      (source, element) =>
        largestSource(element, reading) ??
        toUrl(source, reading) ??
        (reading.site.images.noImage.test(source) ? NO_IMAGE : null),
    ),

  /**
   * Whether the card has any mark of an ad. Words alone do not count.
   *
   * Source: golden/search/com/sponsored-in-many-ways.
   */
  is_sponsored: (field, reading) => {
    const own = field.part('own').candidates.find((selector) => isMarked(reading.scope, selector))
    if (own !== undefined) return field.part('own').derive(own.source, true, [reading.scope])
    for (const selector of field.part('inside').candidates) {
      const mark = selector.selectFirst(reading.page, reading.scope)
      if (mark !== null) return field.part('inside').derive(selector.source, true, [mark])
    }
    return false
  },
} satisfies Partial<CardFields>

const ELLIPSIS = /\s*(?:\.\.\.|…)$/

/** The visible headings of a card. */
export function findHeadings(reading: CardReading): readonly Element[] {
  return reading.field('title').part('heading').elements({ isVisible: true })
}

/** Texts of the headings of a card; a heading that is shortened, or empty, has the whole title in an attribute. */
function readHeadings(reading: CardReading): readonly string[] {
  const field = reading.field('title')
  const skip = field.part('left_out').matches
  const readHeading = (heading: Element): string => {
    const text = reading.text.read(heading, { skip })
    const whole = field.part('whole').ownText(heading) ?? ''
    if (whole === '') return text
    const isShortened = ELLIPSIS.test(text) && whole.startsWith(text.replace(ELLIPSIS, ''))
    return isShortened || text === '' ? whole : text
  }
  return reading
    .once(findHeadings)
    .map(readHeading)
    .filter((text) => text !== '')
}

const WORD_CONTINUES = /^[\p{L}\p{N}]/u

/** Whether a title begins with the words of a brand, not only with their letters. */
function beginsWith(title: string, brand: string): boolean {
  return title.toLowerCase().startsWith(brand.toLowerCase()) && !WORD_CONTINUES.test(title.slice(brand.length))
}

const SOURCE = /(?<!\S)(\S+)\s+([\d.]+)[xw]/g

function largestSource(element: Element, reading: CardReading): string | null {
  const sources = [...(element.attributeList.get('srcset') ?? '').matchAll(SOURCE)]
    .map(([, address = '', density]) => ({ address, density: Number(density) }))
    .filter(({ density }) => density > 0)
    .sort((left, right) => right.density - left.density)
  return sources.find(({ address }) => toUrl(address, reading) !== null)?.address ?? null
}

function toUrl(source: string, { site }: CardReading): string | null {
  return isImageUrl(source) && !site.images.noImage.test(source) ? source : null
}

/** Whether the card itself, or an element that holds only the card, has a mark. */
function isMarked(card: Element, mark: Selector): boolean {
  const frame = parentElement(card)
  return mark.matches(card) || (frame !== null && nextElement(frame, frame) === card && mark.matches(frame))
}
