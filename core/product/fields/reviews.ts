import type { Candidates } from '../../field/field-reader.ts'
import type { Element } from '../../html/node.ts'
import { parseCount } from '../../text/count.ts'
import { parseRating } from '../../text/rating.ts'
import { readLines, readText } from '../../text/read-text.ts'
import { isHidden } from '../../text/visibility.ts'
import type { Review } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const REVIEW_ID = /R[A-Z0-9]{8,}/

/** Reviews printed in the page, local ones and foreign ones, in page order. */
export function reviews(reading: ProductReading): Review[] {
  const { fields, selectors, page } = reading
  const seen = new Set<string>()
  const found: Review[] = []
  for (const selector of selectors.reviews.review) {
    for (const element of selector.selectAll(page)) {
      const review = readReview(element, reading)
      if (review === null || seen.has(review.id)) continue
      seen.add(review.id)
      found.push(review)
      fields.credit('reviews', selector.source, review.id)
    }
  }
  return found
}

function readReview(element: Element, { page, selectors }: ProductReading): Review | null {
  const { id: elementId } = element.attributeList
  const id =
    REVIEW_ID.exec(elementId ?? '')?.[0] ?? REVIEW_ID.exec(element.attributeList.get('data-reviewid') ?? '')?.[0]
  if (id === undefined) return null
  const parts = selectors.reviews
  const find = (candidates: Candidates): Element | null => {
    for (const candidate of candidates) {
      const found = candidate.selectAll(page, element).find((inner) => !isHidden(inner))
      if (found !== undefined) return found
    }
    return null
  }
  const textOf = (candidates: Candidates): string | null => {
    const inner = find(candidates)
    return inner === null ? null : readText(inner) || null
  }
  const content = find(parts.content)
  const stars = parseRating(textOf(parts.rating) ?? '')
  return {
    id,
    author: textOf(parts.author),
    title: textOf(parts.title),
    content: content === null ? null : readLines(content, { skip: isControl }) || null,
    rating: stars === null ? null : Math.round(stars),
    timestamp: textOf(parts.timestamp),
    is_verified: find(parts.is_verified) !== null,
    helpful_count: readHelpful(textOf(parts.helpful_count)),
  }
}

const CONTROL_CLASSES = [
  'a-expander-header',
  'a-expander-prompt',
  'cr-translate-this-review-link',
  'video-block',
  'a-teaser-describedby-collapsed',
]

function isControl(element: Element): boolean {
  const { classNames } = element.attributeList
  return CONTROL_CLASSES.some((name) => classNames.includes(name))
}

/** "One person found this helpful" has no digit, in any language. */
function readHelpful(text: string | null): number {
  return text === null ? 0 : (parseCount(text) ?? 1)
}
