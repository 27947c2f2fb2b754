import type { Element } from '../../html/tree/node.ts'
import type { Review } from './parts.ts'
import type { ProductFields, ProductReading } from './reading.ts'
import {
  findRowBefore,
  parseHelpful,
  parseStars,
  readReviewContent,
  readReviewId,
  reportNameless,
} from './read-review.ts'

export const reviews = {
  /**
   * Reviews printed in the page, local and foreign ones, in page order, each once. An issue counts those without an id.
   *
   * Source: golden/product/com/reviews-of-2018, golden/product/com/reviews-of-2026, golden/product/com.br/reviews-of-other-countries.
   */
  reviews: (field, reading) => {
    const found = new Map<string, Review>()
    const seen: Element[] = []
    const nameless: Element[] = []
    for (const selector of field.part('review').candidates) {
      for (const element of selector.selectItems(reading.page)) {
        const id = readReviewId(element, field.part('id'), field.part('id_link'), reading.site.patterns.reviewId)
        if (id === null && field.part('rating').inside(element) !== null) nameless.push(element)
        if (id === null || found.has(id)) continue
        found.set(id, readReview(id, element, reading))
        seen.push(element)
        field.part('review').credit(selector.source, id, [element])
      }
    }
    reportNameless(nameless, seen, reading.trace)
    return [...found.values()]
  },
} satisfies Partial<ProductFields>

/**
 * Whether a page shows the reviews of a product that has ratings, or says that none was written.
 * Absent: null, it has no ratings, or is cut before its reviews.
 */
export function showsReviews(reading: ProductReading): boolean | null {
  if (reading.get('reviews').length > 0) return true
  if (reading.get('reviews_count') === 0) return null
  const hasBlock = reading
    .field('reviews')
    .part('block')
    .candidates.some((block) => block.selectFirst(reading.page) !== null)
  return hasBlock || reading.page.cut === null ? hasBlock : null
}

/** Text of the issue of a page that was shown without the reviews of a product that has ratings. */
export const REVIEWS_NOT_SHOWN = 'not shown to this session'

function readReview(id: string, element: Element, reading: ProductReading): Review {
  const field = reading.field('reviews')
  const content = field.part('content').inside(element)?.element
  const helpful = field.part('helpful_count').inside(element)?.text
  return {
    id,
    author:
      field.part('author').inside(element)?.text ??
      reading.words.findAuthor(field.part('author_at_end').inside(element)?.text ?? '') ??
      readAuthorBefore(element, reading),
    title: field.part('title').inside(element)?.text ?? '',
    content: content === undefined ? '' : readContent(content, reading),
    rating: parseStars(field.part('rating').inside(element)?.text ?? ''),
    timestamp: field.part('timestamp').inside(element)?.text ?? null,
    is_verified: field.part('is_verified').inside(element) !== null,
    helpful_count: helpful === undefined ? 0 : parseHelpful(helpful, reading.words),
  }
}

function readAuthorBefore(element: Element, reading: ProductReading): string | null {
  const row = findRowBefore(element)
  return row === null ? null : (reading.field('reviews').part('author_before').inside(row)?.text ?? null)
}

function readContent(content: Element, reading: ProductReading): string {
  const field = reading.field('reviews')
  const parts = { whole: field.part('whole_content'), leftOut: field.part('left_out') }
  return readReviewContent(content, parts, reading.text)
}
