import { parseInnerHtml } from '../../html/page.ts'
import type { Element } from '../../html/tree/node.ts'
import { nextElement, parentElement, previousElement } from '../../html/tree/walk.ts'
import type { Words } from '../../marketplace/words.ts'
import type { Review } from './parts.ts'
import { clipPhrase } from '../../text/clip.ts'
import { parseCount } from '../../text/count.ts'
import { findNumbers } from '../../text/number.ts'
import { parseRating } from '../../text/rating.ts'
import type { ProductFields, ProductReading } from './reading.ts'

export const reviews = {
  /**
   * Reviews printed in the page, local and foreign ones, in page order, each once.
   *
   * Source: golden/product/com/reviews-of-2018, golden/product/com/reviews-of-2026, golden/product/com.br/reviews-of-other-countries.
   */
  reviews: (field, reading) => {
    const found = new Map<string, Review>()
    for (const selector of field.part('review').candidates) {
      for (const element of selector.selectItems(reading.page)) {
        const id = readId(element, reading)
        if (id === null || found.has(id)) continue
        found.set(id, readReview(id, element, reading))
        field.part('review').credit(selector.source, id, [element])
      }
    }
    return [...found.values()]
  },
} satisfies Partial<ProductFields>

function readId(element: Element, reading: ProductReading): string | null {
  const field = reading.field('reviews')
  const { reviewId } = reading.site.patterns
  for (const text of field.part('id').ownTexts(element)) {
    const id = reviewId.exec(text)?.[1]
    if (id !== undefined) return id
  }
  return reviewId.exec(field.part('id_link').inside(element)?.text ?? '')?.[1] ?? null
}

function readReview(id: string, element: Element, reading: ProductReading): Review {
  const field = reading.field('reviews')
  const content = field.part('content').inside(element)?.element
  const stars = parseRating(field.part('rating').inside(element)?.text ?? '')
  return {
    id,
    author:
      field.part('author').inside(element)?.text ??
      reading.words.findAuthor(field.part('author_at_end').inside(element)?.text ?? '') ??
      readAuthorBefore(element, reading),
    title: field.part('title').inside(element)?.text ?? null,
    content: content === undefined ? null : readContent(content, reading) || null,
    rating: stars === null ? null : Math.round(stars),
    timestamp: field.part('timestamp').inside(element)?.text ?? null,
    is_verified: field.part('is_verified').inside(element) !== null,
    helpful_count: readHelpful(field.part('helpful_count').inside(element)?.text ?? null, reading.words),
  }
}

/** The author in a row of their own, before the element that holds only the review. */
function readAuthorBefore(element: Element, reading: ProductReading): string | null {
  const frame = parentElement(element)
  const row = frame === null || nextElement(frame, frame) !== element ? null : previousElement(frame)
  return row === null ? null : (reading.field('reviews').part('author_before').inside(row)?.text ?? null)
}

/** Mobile pages shorten the text and have the whole as markup in an attribute. */
function readContent(content: Element, reading: ProductReading): string {
  const { text } = reading
  const field = reading.field('reviews')
  const markup = field.part('whole_content').ownText(content)
  const whole = markup === null ? null : parseInnerHtml(markup)
  return text.readLines(whole ?? content, { skip: field.part('left_out').matches })
}

const NUMBER = /\p{N}/u
/** "7 people found this helpful. Was this review helpful to you? Yes No" */
const QUESTION = /[^.!?。？؟]*[?？؟]/

/**
 * "One person found this helpful" has no digit, in any language. Older pages
 * also count those who were asked, first or last: "3 of 5 people", "5人中、3人".
 */
function readHelpful(statement: string | null, { findMultiplier }: Words): number {
  if (statement === null) return 0
  const text = clipPhrase(statement)
  const question = QUESTION.exec(text)
  const said = text.replace(QUESTION, ' ')
  // After the question are its answers, which are no votes.
  if (question !== null && text.slice(0, question.index).trim() === '' && !NUMBER.test(said)) return 0
  const counts = findNumbers(said).flatMap((number) => parseCount(number, findMultiplier) ?? [])
  return counts.length === 2 ? Math.min(...counts) : (parseCount(said, findMultiplier) ?? 1)
}
