import { refusal } from '../../field/trace.ts'
import type { FieldReader } from '../../field/field-reader.ts'
import type { Element } from '../../html/tree/node.ts'
import { parseHelpful, parseStars, readReviewContent } from '../product/read-review.ts'
import { inReview, type ReviewFields, type ReviewReading } from './reading.ts'

const NO_TEXT = refusal('no text but controls')

/** What a review says. */
export const texts = {
  /**
   * Title without the text of the stars; of a translated review, the translation.
   *
   * Absent: "".
   * Source: golden/reviews/com/list-of-2024, golden/reviews/de/translated.
   */
  title: (field, reading) => field.text(inReview(reading)) ?? '',

  /**
   * Whole text, one line a paragraph or `<br>`; of a translated review, the translation.
   *
   * Absent: "".
   * Source: golden/reviews/com/list-of-2024, golden/reviews/de/translated.
   */
  content: (field, reading) =>
    field.part('text').value((_, element) => readLines(element, reading) || NO_TEXT, inReview(reading)) ?? '',

  /**
   * Stars of the review.
   *
   * Source: golden/reviews/co.jp/list.
   */
  rating: (field, reading) => field.value(parseStars, inReview(reading)),

  /**
   * People who found it helpful. Absent: 0.
   *
   * Source: golden/reviews/co.uk/list-of-2014.
   */
  helpful_count: (field, reading) => field.value((text) => parseHelpful(text, reading.words), inReview(reading)) ?? 0,

  /**
   * What the page shows a translation of. The page can hide it.
   *
   * Absent: null, nothing is translated.
   * Source: golden/reviews/de/translated.
   */
  original: (field, reading) => {
    if (field.part('translated').text(inReview(reading)) === null) return null
    const title = field.part('title').text()
    const content = readOriginal(field.part('content'), reading)
    return title === null && content === null ? null : { title, content }
  },
} satisfies Partial<ReviewFields>

function readOriginal(field: FieldReader, reading: ReviewReading): string | null {
  return field.value((_, element) => readLines(element, reading) || NO_TEXT)
}

function readLines(element: Element, reading: ReviewReading): string {
  const field = reading.field('content')
  const parts = { whole: field.part('whole'), leftOut: field.part('left_out') }
  return readReviewContent(element, parts, reading.text)
}
