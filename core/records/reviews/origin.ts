import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor } from '../../html/tree/walk.ts'
import { parseDate } from '../../text/date.ts'
import { foldDigits } from '../../text/digits.ts'
import { findRowBefore, readReviewId } from '../product/read-review.ts'
import { inReview, type ReviewFields, type ReviewReading } from './reading.ts'

const NO_PROFILE = refusal('not a link to a profile')

/** Who wrote a review, where and when. */
export const origin = {
  /**
   * Id of the review; "" for an element without one, which is no review.
   *
   * Source: golden/reviews/co.uk/list-of-2014, golden/reviews/com.br/mobile-of-2026.
   */
  id: (field, reading) => {
    const { scope, site } = reading
    const id = readReviewId(scope, field.part('own'), field.part('link'), site.patterns.reviewId)
    return id === null ? '' : field.derive('id of the review', id, [scope])
  },

  /**
   * Name of the author: in the review, at the end of its date, or in a row before it.
   *
   * Source: golden/reviews/co.uk/list-of-2014.
   */
  author: (field, reading) =>
    field.part('name').text(inReview(reading)) ??
    field.part('at_end').value((line) => reading.words.findAuthor(line) ?? NO_AUTHOR, inReview(reading)) ??
    readBefore(reading, (row) => field.part('before').text({ scopes: [{ within: row }] })),

  /**
   * Id in the link to the author's profile.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  author_id: (field, reading) => {
    const toId = (href: string): string | Refusal => reading.site.patterns.profileId.exec(href)?.[1] ?? NO_PROFILE
    return (
      field.part('link').value(toId, inReview(reading)) ??
      readBefore(reading, (row) => field.part('before').value(toId, { scopes: [{ within: row }] }))
    )
  },

  /**
   * Place and date, as displayed.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  timestamp: (field, reading) => field.text(inReview(reading)),

  /**
   * Date of the timestamp.
   *
   * Absent: null, it has no year: "Published 2 months ago".
   * Source: golden/reviews/co.jp/list, golden/reviews/pl/list.
   */
  date: (field, reading) => {
    const timestamp = reading.get('timestamp')
    if (timestamp === null || !hasYear(timestamp)) return null
    const { words, marketplace } = reading
    const date = parseDate(timestamp, words.date.findMonth, marketplace.isMonthFirst ?? false)
    if (date === null) field.blame('field: timestamp', timestamp)
    return field.derive('field: timestamp', date)
  },

  /**
   * Country that the timestamp names.
   *
   * Absent: null, it names none, as until 2019, or none that has a marketplace; or it ends in the author, whose
   * name can be a country's.
   * Source: golden/reviews/co.jp/list, golden/reviews/pl/list.
   */
  country: (field, reading) => {
    const timestamp = reading.get('timestamp')
    if (timestamp === null || findAuthorAtEnd(reading) !== null) return null
    return field.derive('field: timestamp', reading.words.country.find(timestamp))
  },

  /**
   * Whether it is among the reviews of other countries.
   *
   * Source: golden/reviews/de/translated.
   */
  is_foreign: (field, reading) => {
    const isOwn = field.part('own').matches
    const holder = isOwn(reading.scope) ? reading.scope : findAncestor(reading.scope, isOwn, null)
    if (holder !== null) return field.part('own').derive('an element around the review', true, [holder])
    return field.part('inside').has()
  },
} satisfies Partial<ReviewFields>

const NO_AUTHOR = refusal('names no author')

function readBefore<T>({ scope }: ReviewReading, read: (row: Element) => T | null): T | null {
  const row = findRowBefore(scope)
  return row === null ? null : read(row)
}

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/

function hasYear(timestamp: string): boolean {
  return YEAR.test(foldDigits(timestamp))
}

/** Name of the author in a line that ends in it. Absent: null. Not recorded. */
function findAuthorAtEnd(reading: ReviewReading): string | null {
  return reading.once(readAuthorAtEnd)
}

function readAuthorAtEnd(reading: ReviewReading): string | null {
  const line = reading.field('author').part('at_end').inside(reading.scope)?.text
  return line === undefined ? null : reading.words.findAuthor(line)
}

/** The word before the author. */
const WORD_AT_END = /\s\S+\s*$/

/** "Published 2 months ago by Wren" without the name: "Published 2 months ago". Other texts stay as they are. */
export function withoutAuthor(text: string, reading: ReviewReading): string {
  const author = findAuthorAtEnd(reading)
  return author !== null && text.endsWith(author) ? text.slice(0, -author.length).replace(WORD_AT_END, '') : text
}
