import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { parseCount } from '../../text/count.ts'
import { findAsin, readAsin } from '../../text/url.ts'
import { rating } from '../product/rating.ts'
import type { ListFields, ListReading } from './reading.ts'
import type { ReviewTopic } from './schema.ts'

const NO_ASIN = refusal('no ASIN')
const NO_NUMBER = refusal('no number of a page')

/** Facts about a page with reviews: of a page of reviews all, of a product page the topics. */
export const list: ListFields = {
  /**
   * Product that the page of reviews is about; "" for a page that names none.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  asin: (field, { site }) => {
    const toAsin = (text: string): string | Refusal =>
      site.patterns.reviewsOf.exec(text)?.[1]?.toUpperCase() ?? findAsin(text, site.links) ?? readAsin(text) ?? NO_ASIN
    return field.value(toAsin) ?? ''
  },

  /**
   * Title of that product.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  title: (field) => field.text(),

  rating: rating.rating,
  reviews_count: rating.reviews_count,
  rating_stars_distribution: rating.rating_stars_distribution,
  review_ai_summary: rating.review_ai_summary,

  /**
   * Number of the page. Its links come before its address: a script can have replaced the list of another page.
   *
   * Source: golden/reviews/com/list-of-2024, golden/reviews/co.uk/list-of-2014.
   */
  page: (field, reading) => {
    const toNumber = (href: string): number | Refusal => readPageInLink(href, reading) ?? NO_NUMBER
    const selected = field.part('selected').value((text) => parseCount(text, reading.words.findMultiplier) || NO_NUMBER)
    if (selected !== null) return selected
    const next = field.part('next').value((href) => readAfter(href, reading))
    if (next !== null) return next
    if (field.part('first').has()) return 1
    // The address of the first page has no number.
    const previous = field.part('previous').value((href) => (readPageInLink(href, reading) ?? 1) + 1)
    return previous ?? field.part('canonical').value(toNumber) ?? 1
  },

  /**
   * Whether the list has a next page.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  has_more: (field) => field.has() || field.derive('no link to a next page', false),

  /**
   * Order of the list. Absent: null, it does not say.
   *
   * Source: golden/reviews/com/list-of-2024.
   */
  sort_by: (field) => {
    if (field.part('recent').has()) return 'recent'
    return field.part('helpful').has() ? 'helpful' : null
  },

  /**
   * What reviews often mention, each once, in page order.
   *
   * Source: golden/reviews/com/top-of-2026, golden/reviews/com/topics-of-august-2026, golden/reviews/de/terms-of-2019.
   */
  review_topics: (field, reading) => {
    const topics = new Map<string, ReviewTopic>()
    const details = reading.once(readDetails)
    for (const topic of field.part('topic').elements()) {
      const name = field.part('label').inside(topic)?.text ?? reading.text.read(topic).replace(NUMBER_AT_END, '')
      if (name === '' || topics.has(name)) continue
      const mentions = field.part('mentions').inside(topic)?.text ?? ''
      const count = parseMentions(mentions, name, reading) ?? details.get(name) ?? null
      topics.set(name, { name, sentiment: readSentiment(topic, reading), count })
    }
    return [...topics.values()]
  },
}

/** Number of a page in a link to it. Absent: null. */
function readPageInLink(href: string, { site }: ListReading): number | null {
  const [, number, encoded] = site.patterns.pageInLink.exec(href) ?? []
  const value = Number(number ?? encoded ?? 0)
  return value > 0 ? value : null
}

/** Number of the page before the one that a link leads to. */
function readAfter(href: string, reading: ListReading): number | Refusal {
  const next = readPageInLink(href, reading) ?? 0
  return next > 1 ? next - 1 : NO_NUMBER
}

type Sentiment = NonNullable<ReviewTopic['sentiment']>

function readSentiment(topic: Element, reading: ListReading): Sentiment | null {
  const { sentiment } = reading.site.patterns
  for (const text of reading.field('review_topics').part('sentiment').ownTexts(topic)) {
    const name = sentiment.exec(text)?.[1]
    if (name !== undefined) return name.toLowerCase() as Sentiment
  }
  return null
}

/** "Portability (17)" */
const NUMBER_AT_END = /(?<!\s)\s*[(（][\p{N}.,\s]+[)）]$/u

/** The number in a statement about a topic, whose name can have digits: "Positive aspect, 5g signal, 17 mentions". Absent: null. */
function parseMentions(statement: string, name: string, { words }: ListReading): number | null {
  const at = statement.toLowerCase().indexOf(name.toLowerCase())
  const rest = at < 0 ? statement : `${statement.slice(0, at)} ${statement.slice(at + name.length)}`
  return parseCount(rest, words.findMultiplier)
}

/** Customers who mention a topic, by its name. */
function readDetails(reading: ListReading): ReadonlyMap<string, number> {
  const field = reading.field('review_topics')
  const counts = new Map<string, number>()
  for (const block of field.part('details').elements()) {
    const name = field.part('name').ownText(block) ?? ''
    const count = parseMentions(field.part('count').inside(block)?.text ?? '', name, reading)
    if (count !== null && !counts.has(name)) counts.set(name, count)
  }
  return counts
}
