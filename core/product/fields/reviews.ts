import type { Candidates } from '../../field/field-reader.ts'
import { findPart } from '../../field/find-part.ts'
import { parseInnerHtml } from '../../html/inner-page.ts'
import type { Element } from '../../html/node.ts'
import { nextElement, parentElement, previousElement } from '../../html/walk.ts'
import { parseCount } from '../../text/count.ts'
import { findNumbers } from '../../text/number.ts'
import { parseRating } from '../../text/rating.ts'
import { readLines } from '../../text/read-text.ts'
import type { Review } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

const REVIEW_ID = /R[A-Z0-9]{8,}/

/** Reviews printed in the page, local ones and foreign ones, in page order. */
export function reviews(reading: ProductReading): Review[] {
  const { fields, selectors, page } = reading
  const found = new Map<string, Review>()
  for (const selector of selectors.reviews.review) {
    for (const element of selector.selectItems(page)) {
      const id = readId(element)
      if (id === undefined || found.has(id)) continue
      found.set(id, readReview(id, element, reading))
      fields.credit('reviews', selector.source, id)
    }
  }
  return [...found.values()]
}

/** Written in the element's own id, with words before it in older pages, or in an attribute. */
function readId({ attributeList }: Element): string | undefined {
  const places = [attributeList.id, attributeList.get('data-reviewid')]
  return places.flatMap((place) => REVIEW_ID.exec(place ?? '') ?? [])[0]
}

function readReview(id: string, element: Element, reading: ProductReading): Review {
  const { page, selectors } = reading
  const parts = selectors.reviews
  const textOf = (candidates: Candidates): string | null => findPart(page, element, candidates)?.text ?? null
  const content = findPart(page, element, parts.content)?.element
  const stars = parseRating(textOf(parts.rating) ?? '')
  return {
    id,
    author: textOf(parts.author) ?? readAuthorBefore(element, reading),
    title: textOf(parts.title),
    content: content === undefined ? null : readContent(content) || null,
    rating: stars === null ? null : Math.round(stars),
    timestamp: textOf(parts.timestamp),
    is_verified: textOf(parts.is_verified) !== null,
    helpful_count: readHelpful(textOf(parts.helpful_count)),
  }
}

/** In a row of its own, before what holds the review alone. */
function readAuthorBefore(element: Element, { page, selectors }: ProductReading): string | null {
  const frame = parentElement(element)
  const row = frame === null || nextElement(frame, frame) !== element ? null : previousElement(frame)
  return row === null ? null : (findPart(page, row, selectors.reviews.author_before)?.text ?? null)
}

/** Mobile pages cut what they show, and keep the whole beside it, as markup. */
function readContent(content: Element): string {
  const whole = content.attributeList.get('data-original-html')
  return readLines(whole === undefined ? content : (parseInnerHtml(whole) ?? content), { skip: isNoText })
}

/** Controls, videos, and the line about the variation and the purchase. */
const NO_TEXT: ReadonlySet<string> = new Set([
  'a-expander-header',
  'a-expander-prompt',
  'cr-translate-this-review-link',
  'video-block',
  'a-teaser-describedby-collapsed',
  'a-size-mini',
])

function isNoText({ name, attributeList }: Element): boolean {
  return name === 'button' || attributeList.classNames.some((className) => NO_TEXT.has(className))
}

/**
 * "One person found this helpful" has no digit, in any language. Older pages
 * count those who were asked as well, first or last: "3 of 5 people", "5人中、3人".
 */
function readHelpful(text: string | null): number {
  if (text === null) return 0
  const counts = findNumbers(text).flatMap((number) => parseCount(number) ?? [])
  return counts.length === 2 ? Math.min(...counts) : (parseCount(text) ?? 1)
}
