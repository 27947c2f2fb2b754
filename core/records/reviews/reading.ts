import type { ReadOptions } from '../../field/field-reader.ts'
import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import { refusal } from '../../field/trace.ts'
import type { Document, Element } from '../../html/tree/node.ts'
import type { ListMap, ReviewsMap } from './map.ts'
import type { ReadReviewField, ReviewEntry, Reviews } from './schema.ts'

type ReviewValues = Pick<ReviewEntry, ReadReviewField>

/** A review while its fields are read. */
export type ReviewReading = Reading<ReviewValues, ReviewsMap, Element>

/** How each field of a review is read. */
export type ReviewFields = FieldDefinitions<ReviewValues, ReviewsMap, Element>

/** Fields of the record that are about the product. */
export type ProductFact =
  | 'asin'
  | 'title'
  | 'rating'
  | 'reviews_count'
  | 'rating_stars_distribution'
  | 'review_ai_summary'

type ListValues = Pick<Reviews, ProductFact | 'review_topics' | 'page' | 'has_more' | 'sort_by'>

/** A page while the facts about all of its reviews are read. */
export type ListReading = Reading<ListValues, ListMap, Document>

/** How each of these facts is read. */
export type ListFields = FieldDefinitions<ListValues, ListMap, Document>

const HIDDEN = refusal('hidden in the review')

/** Reads only what a reader of the review sees. Whether the review itself is hidden does not count: pages show some later. */
export function inReview(reading: ReviewReading): ReadOptions {
  return reading.once(makeOptions)
}

function makeOptions({ scope, text }: ReviewReading): ReadOptions {
  return { scopes: [{ within: scope, refuse: (element) => (text.isHidden(element, scope) ? HIDDEN : null) }] }
}
