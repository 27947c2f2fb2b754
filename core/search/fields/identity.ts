import { foldSpace } from '../../text/fold-space.ts'
import { isImageUrl } from '../../text/image-url.ts'
import { readText } from '../../text/read-text.ts'
import { readAsin } from '../../text/url.ts'
import { nextElement, parentElement } from '../../html/walk.ts'
import type { Element } from '../../html/node.ts'
import type { Selector } from '../../selector/selector.ts'
import type { CardReading } from '../card-reading.ts'

/** In links of ads, addresses stand inside of addresses. */
const ASIN_IN_LINK = /(?:(?:\/|%2F)dp(?:\/|%2F)|pd_rd_i(?:=|%3D))([A-Z0-9]{10})(?![A-Z0-9])/i

/** ASIN of a card; "" for one that names none, which is no product. */
export function asin(reading: CardReading): string {
  const { card, fields, selectors } = reading
  for (const name of ['data-asin', 'name']) {
    const own = readAsin(card.attributeList.get(name) ?? '')
    if (own !== null) return fields.derive('asin', `card: ${name}`, own)
  }
  const linked = fields.value('asin', selectors.asin, (href) => ASIN_IN_LINK.exec(href)?.[1]?.toUpperCase(), {
    scope: card,
  })
  return linked ?? ''
}

/** Words that ads put before their titles stand apart, for screen readers. */
function isForScreenReaders({ attributeList }: Element): boolean {
  return attributeList.classNames.includes('a-offscreen')
}

/** Until 2019 long titles are cut, and stand whole in an attribute. */
function readHeading(heading: Element): string {
  const text = readText(heading, { skip: isForScreenReaders })
  const whole = foldSpace(heading.attributeList.get('data-attribute') ?? '')
  return whole !== '' && ELLIPSIS.test(text) && whole.startsWith(text.replace(ELLIPSIS, '')) ? whole : text
}

const ELLIPSIS = /\s*(?:\.\.\.|…)$/

function readHeadings({ card, fields, selectors }: CardReading): string[] {
  return fields
    .elements('title', selectors.title, { scope: card, isVisible: true })
    .map(readHeading)
    .filter((text) => text !== '')
}

/** Whole title: of two headings, brand and title, unless the title begins with the brand already. */
export function title(reading: CardReading): string {
  const [first = '', ...rest] = reading.once(readHeadings)
  const brand = reading.get('manufacturer')
  const own = brand !== null && rest.length > 0 && first === brand ? rest.join(' ') : [first, ...rest].join(' ')
  return brand === null || beginsWith(own, brand) ? own : `${brand} ${own}`
}

const WORD_GOES_ON = /^[\p{L}\p{N}]/u

/** Whether a title begins with the words of a brand, not just with their letters. */
function beginsWith(title: string, brand: string): boolean {
  return title.toLowerCase().startsWith(brand.toLowerCase()) && !WORD_GOES_ON.test(title.slice(brand.length))
}

/** Brand heading, where the card has one apart from the title. */
export function manufacturer(reading: CardReading): string | null {
  const { card, fields, selectors } = reading
  const apart = fields.text('manufacturer', selectors.manufacturer, { scope: card, isVisible: true })
  if (apart !== null) return apart
  const [first, second] = reading.once(readHeadings)
  return fields.derive('manufacturer', 'first of two headings', second === undefined ? null : (first ?? null))
}

/** The card is a video about one product. */
export function is_video({ page, card, selectors }: CardReading): boolean {
  return selectors.video.some((selector) => selector.matches(card) || selector.selectFirst(page, card) !== null)
}

/** Product image, the largest that the card lists. */
export function image({ card, fields, selectors }: CardReading): string | null {
  return fields.value('image', selectors.image, (source, element) => largestSource(element) ?? toUrl(source), {
    scope: card,
  })
}

const SOURCE = /(?<!\S)(\S+)\s+([\d.]+)[xw]/g

function largestSource(element: Element): string | null {
  const sources = [...(element.attributeList.get('srcset') ?? '').matchAll(SOURCE)]
    .map(([, address = '', density]) => ({ address, density: Number(density) }))
    .filter(({ density }) => density > 0)
    .sort((left, right) => right.density - left.density)
  return sources.find(({ address }) => toUrl(address) !== null)?.address ?? null
}

const NO_IMAGE = /\/no-img/

function toUrl(source: string): string | null {
  return isImageUrl(source) && !NO_IMAGE.test(source) ? source : null
}

/** Any of the marks of an ad; words alone are not relied on. */
export function is_sponsored(reading: CardReading): boolean {
  const { page, card, fields, selectors } = reading
  const own = selectors.is_sponsored.own.find((selector) => isMarked(card, selector))
  if (own !== undefined) return fields.derive('is_sponsored', own.source, true)
  const inside = selectors.is_sponsored.inside.find((selector) => selector.selectFirst(page, card) !== null)
  return inside === undefined ? false : fields.derive('is_sponsored', inside.source, true)
}

/** The card itself, or a frame that holds it alone, has the mark. */
function isMarked(card: Element, mark: Selector): boolean {
  const frame = parentElement(card)
  return mark.matches(card) || (frame !== null && nextElement(frame, frame) === card && mark.matches(frame))
}
