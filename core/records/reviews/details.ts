import { refusal, type Refusal } from '../../field/trace.ts'
import { Element, Text, type ChildNode, type ParentNode } from '../../html/tree/node.ts'
import { clipText } from '../../text/clip.ts'
import { foldSpace } from '../../text/fold-space.ts'
import { cleanImageUrl, toFullSize } from '../../text/image-url.ts'
import { trimLabel } from '../../text/label.ts'
import { findAsin, readAsin } from '../../text/url.ts'
import { inReview, type ReviewFields, type ReviewReading } from './reading.ts'

const NO_ASIN = refusal('no ASIN')
const NO_DIMENSION = refusal('no name and value')

/** What was reviewed, and what comes along with a review. */
export const details = {
  /**
   * Badge of a verified purchase.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  is_verified: (field, reading) => field.has(inReview(reading)),

  /**
   * Badge of a free copy.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  is_vine: (field, reading) => field.has(inReview(reading)),

  /**
   * Dimensions of the variation, in the order of the line that shows them.
   *
   * Source: golden/reviews/com/list-of-2024, golden/reviews/eg/list.
   */
  variant: (field, reading) => {
    const read = (_: string, strip: Element): Record<string, string> | Refusal => {
      const dimensions = readStrip(strip, reading)
      return Object.keys(dimensions).length === 0 ? NO_DIMENSION : dimensions
    }
    return field.part('strip').value(read, inReview(reading)) ?? {}
  },

  /**
   * ASIN of the variation, from the review or its link.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  variant_asin: (field, reading) => {
    const { site, scope } = reading
    for (const text of field.part('own').ownTexts(scope)) {
      const asin = readAsin(text)
      if (asin !== null) return field.part('own').derive('attribute of the review', asin, [scope])
    }
    const toAsin = (href: string): string | Refusal =>
      site.patterns.reviewsOf.exec(href)?.[1]?.toUpperCase() ?? findAsin(href, site.links) ?? NO_ASIN
    return field.part('link').value(toAsin, inReview(reading))
  },

  /**
   * Pictures, largest size, each once.
   *
   * Source: golden/reviews/com/list-of-2024, golden/reviews/com.br/mobile-of-2026.
   */
  images: (field, reading) => {
    for (const candidate of field.candidates) {
      const elements = candidate.selectItems(reading.page, reading.scope)
      const found = new Set<string>()
      for (const element of elements) {
        const image = candidate.mode.kind === 'attribute' ? element.attributeList.get(candidate.mode.name) : undefined
        const address = image === undefined ? null : toPicture(image, reading)
        if (address !== null) found.add(address)
      }
      if (found.size === 0) continue
      field.credit(candidate.source, [...found].join(' '), elements)
      return [...found]
    }
    return []
  },

  /**
   * Whether it has a video.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  has_video: (field) => field.has(),

  /**
   * Address of the review, by its id: foreign ones have no link.
   *
   * Source: golden/reviews/de/translated.
   */
  url: (field, reading) => {
    const { host, site } = reading.marketplace
    const path = site.links.reviewPath.replace('{id}', encodeURIComponent(reading.get('id')))
    return field.derive('field: id', `https://${host}${path}`)
  },
} satisfies Partial<ReviewFields>

/** The address of a picture. Absent: null, it is a placeholder, or an address of the file that the page was saved to. */
function toPicture(address: string, { site }: ReviewReading): string | null {
  const url = cleanImageUrl(address.trim())
  return url === null || site.images.placeholder.test(url) ? null : toFullSize(url, site.images)
}

/** "Color: Black | Size: 32 GB" */
function readStrip(strip: Element, reading: ReviewReading): Record<string, string> {
  const dimensions = new Map<string, string>()
  for (const piece of readPieces(strip, reading)) {
    const [, label = '', value = ''] = DIMENSION.exec(piece) ?? []
    const name = trimLabel(label)
    if (name !== '' && value !== '' && !dimensions.has(name)) dimensions.set(name, value)
  }
  return Object.fromEntries(dimensions)
}

const DIMENSION = /^([^:：]+)[:：]\s*(.+)$/s

/** Texts of a line between its separators, without badges. */
function readPieces(strip: Element, reading: ReviewReading): string[] {
  const field = reading.field('variant')
  const isSeparator = field.part('separator').matches
  const isLeftOut = field.part('left_out').matches
  const pieces = ['']
  const rest: ChildNode[] = childrenOf(strip)
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node instanceof Text) pieces[pieces.length - 1] += clipText(node.data)
    else if (!(node instanceof Element) || isLeftOut(node) || reading.text.hidesItself(node)) continue
    else if (isSeparator(node)) pieces.push('')
    else rest.push(...childrenOf(node))
  }
  return pieces.map((piece) => foldSpace(piece)).filter((piece) => piece !== '')
}

/** Last first. */
function childrenOf(node: ParentNode): ChildNode[] {
  const children: ChildNode[] = []
  for (let child = node.lastChild; child !== null; child = child.prev) children.push(child)
  return children
}
