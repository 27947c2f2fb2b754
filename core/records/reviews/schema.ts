import * as v from 'valibot'
import { starShare } from '../product/parts.ts'
import { emptyFields } from '../../record/empty-value.ts'
import type { RecordOf } from '../../record/record-of.ts'
import { asin, averageOrNull, count, countOrNull, described, text, textOrNull, url } from '../../record/schema-parts.ts'

const position = v.pipe(v.number(), v.integer(), v.minValue(1))
const stars = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))

const original = v.object({
  /** Absent: null, the page has the translation alone. */
  title: textOrNull,
  content: textOrNull,
})

/**
 * One review, its fields in the order of the wire.
 *
 * What a layout does not show is empty: mobile pages of 2014 and 2018 have reviews without a title and a date.
 */
export const reviewSchema = v.object({
  id: described(text, 'Id of the review.'),
  position: described(position, 'From 1. Order: of the page, those of its own country before the others.'),
  /** Absent: null, the review names none, or `authors` is false. */
  author: described(textOrNull, 'Name of the author, as displayed.'),
  /** Absent: null, the name is not a link, or `authors` is false. */
  author_id: described(textOrNull, "Id in the link to the author's profile."),
  /** Absent: "". */
  title: described(v.string(), 'Title, without the text of the stars.'),
  /** Absent: "". */
  content: described(v.string(), 'Whole text, also what is behind "Read more". Line breaks are kept.'),
  rating: described(v.nullable(stars), 'Stars, 1 to 5.'),
  timestamp: described(
    textOrNull,
    'Place and date, as displayed; without the name of the author, if `authors` is false.',
  ),
  /** Absent: null, the timestamp has no date: "Published 2 months ago". */
  date: described(v.nullable(v.pipe(v.string(), v.isoDate())), 'Date of the timestamp, ISO 8601.'),
  /** Absent: null, the timestamp names no country. */
  country: described(
    v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
    'Country that the timestamp names, ISO 3166-1: `DE` for "Reviewed in Germany".',
  ),
  is_foreign: described(v.boolean(), 'It is among the reviews of other countries.'),
  is_verified: described(v.boolean(), 'It has the badge of a verified purchase.'),
  is_vine: described(v.boolean(), 'It has the badge of a free copy.'),
  helpful_count: described(count, 'People who found it helpful.'),
  variant: described(
    v.record(v.string(), v.string()),
    'The variation that was reviewed: name of a dimension to its value, as displayed.',
  ),
  /** Absent: null, the review does not link it. */
  variant_asin: described(v.nullable(asin), 'ASIN of that variation.'),
  images: described(v.array(url), 'Pictures of the author, largest size.'),
  has_video: described(v.boolean(), 'It has a video.'),
  url: described(url, 'Address of the review.'),
  /** Absent: null, it is not translated. */
  original: described(v.nullable(original), 'What the page shows a translation of: title and content before it.'),
})
/** One review. */
export type ReviewEntry = RecordOf<typeof reviewSchema>
/** Name of a field of a review. */
export type ReviewField = keyof ReviewEntry
/** Fields that are read from the page. The position follows from all reviews. */
export type ReadReviewField = Exclude<ReviewField, 'position'>

const topic = v.object({
  name: text,
  /** What most reviews say about it. Absent: null, the page does not say. */
  sentiment: v.nullable(v.picklist(['positive', 'negative', 'mixed', 'neutral'])),
  /** Customers who mention it. Absent: null, the page does not say. */
  count: countOrNull,
})
/** Something that reviews often mention. */
export type ReviewTopic = RecordOf<typeof topic>

/** The parts of a product's reviews that a page can show. */
const REVIEW_SCOPES = ['top', 'page'] as const

/**
 * The reviews of a product, as one page shows them.
 *
 * A field without a value is null, an empty list, an empty map or false, never missing.
 */
export const reviewsSchema = v.object({
  asin: described(asin, 'ASIN of the product, as the page names it.'),
  /** Absent: never; `asin`, if the request names none. */
  asin_in_url: described(asin, 'Requested ASIN.'),
  url: described(url, 'Address of the product on this marketplace.'),
  /** Absent: null, a page of reviews without the title of its product. */
  title: described(textOrNull, 'Title of the product.'),
  scope: described(
    v.picklist(REVIEW_SCOPES),
    '`top`: those that a product page shows. `page`: a page of a list of reviews, which was saved.',
  ),
  /**
   * Unit: stars, 0 to 5.
   * Absent: null, nobody has rated the product, or the page does not say.
   */
  rating: described(averageOrNull, 'Average of five, one decimal.'),
  reviews_count: described(count, 'Number of ratings next to the average; 0 when there is none.'),
  rating_stars_distribution: described(v.array(starShare), 'Share of each number of stars, 5 down to 1, as printed.'),
  /** Absent: null, the page has none. */
  review_ai_summary: described(textOrNull, 'The "customers say" paragraph.'),
  review_topics: described(v.array(topic), 'What reviews often mention.'),
  /** Absent: null, a product page. */
  page: described(v.nullable(position), 'Number of the page in the list of reviews, from 1.'),
  /** Absent: null, a product page. */
  has_more: described(v.nullable(v.boolean()), 'Whether the list of reviews has a next page.'),
  /** Absent: null, a product page, or one that does not say. */
  sort_by: described(v.nullable(v.picklist(['helpful', 'recent'])), 'Order of the list of reviews.'),
  reviews: described(v.array(reviewSchema), 'The reviews.'),
  /** Absent: null, unless the request asks for it. The names of authors are in it, whatever `authors` says. */
  html: described(v.nullable(v.string()), 'The page as received, if requested.'),
})
/** The reviews of a product, as one page shows them. */
export type Reviews = RecordOf<typeof reviewsSchema>

/** A review without any value. Its id, position and address are missing, because they are never empty. */
export const emptyReview = emptyFields(reviewSchema)
