import type { FieldReader } from '../../field/field-reader.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { Element } from '../../html/tree/node.ts'
import { nextElement } from '../../html/tree/walk.ts'
import type { Words } from '../../marketplace/words.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import type { PageText } from '../../text/page-text.ts'
import { isUnrated, parseRating } from '../../text/rating.ts'
import type { ProductFields, ProductReading } from './reading.ts'

const NO_NUMBER = refusal('no number')
const ZERO = refusal('no number above zero')

/** What these definitions need of a page: other records read them too. */
type RatingContext = Pick<ProductReading, 'page' | 'text' | 'words'>

export const rating = {
  /**
   * Average of five, one decimal.
   *
   * Absent: no ratings; such a page may print zero.
   * Source: golden/product/co.jp/rating-scale-first, golden/product/com.br/rating-with-comma.
   */
  rating: (field: FieldReader) => field.value((text) => parseRating(text) ?? (isUnrated(text) ? ZERO : null)),

  /**
   * Number of ratings next to the average; 0 when the page shows none.
   *
   * Source: golden/product/in/lakh-grouping.
   */
  reviews_count: (field: FieldReader, { words }: RatingContext) =>
    field.value((text) => parseShownCount(text, words)) ?? 0,

  /**
   * Share of each number of stars, 5 down to 1, as printed; empty unless the page prints all five.
   *
   * Source: golden/product/com.tr/rating-scale-first.
   */
  rating_stars_distribution: (field: FieldReader, { page, text }: RatingContext) => {
    for (const selector of field.candidates) {
      const rows = selector.selectItems(page)
      const percentages = rows.map((row, index) => readPercentage(row, STARS - index, text))
      const known = percentages.filter((percentage) => percentage !== null)
      if (known.length !== STARS) continue
      field.credit(selector.source, known.join(' '), rows)
      return known.map((percentage, index) => ({ rating: STARS - index, percentage }))
    }
    return []
  },

  /**
   * Number of answered questions, where the page shows it.
   *
   * Source: golden/product/com/price-block-2019.
   */
  answered_questions_count: (field: FieldReader, { words }: RatingContext) =>
    field.value((text) => parseShownCount(text, words), { isVisible: true }) ?? 0,

  /**
   * The "customers say" paragraph.
   *
   * Source: golden/product/com/reviews-of-2026.
   */
  review_ai_summary: (field: FieldReader) => field.text({ isVisible: true }),
} satisfies Partial<ProductFields>

const DIGIT = /\p{N}/u

/** "No customer reviews" is not a count. */
function parseShownCount(text: string, words: Words): number | Refusal | null {
  return DIGIT.test(text) ? parseCount(text, words.findMultiplier) : NO_NUMBER
}

const STARS = 5
const NUMBER = /\d+/g
const PERCENTAGE = /(\d{1,3})\s*%|%\s*(\d{1,3})/

/** Share of a row: from its meter, with or without a percent sign; else from a label; else from the row's text. */
function readPercentage(row: Element, stars: number, text: PageText): number | null {
  for (let element: Element | null = row; element !== null; element = nextElement(element, row)) {
    const [value] = foldDigits(element.attributeList.get('aria-valuenow') ?? '').match(NUMBER) ?? []
    if (value !== undefined) return toPercentage(value)
  }
  for (let element: Element | null = row; element !== null; element = nextElement(element, row)) {
    const label = element.attributeList.get('aria-label') ?? element.attributeList.get('title')
    const percentage = label === undefined ? null : readLabel(foldDigits(label), stars)
    if (percentage !== null) return percentage
  }
  const match = PERCENTAGE.exec(foldDigits(text.read(row)))
  return toPercentage(match?.[1] ?? match?.[2])
}

/** "85%", or "85 percent of reviews have 5 stars" in any order and language. */
function readLabel(label: string, stars: number): number | null {
  const numbers = label.match(NUMBER) ?? []
  if (numbers.length === 1 && PERCENTAGE.test(label)) return toPercentage(numbers[0])
  if (numbers.length !== 2) return null
  const other = numbers.indexOf(String(stars))
  return other < 0 ? null : toPercentage(numbers[1 - other])
}

function toPercentage(text: string | undefined): number | null {
  const value = Number.parseInt(text ?? '', 10)
  return value >= 0 && value <= 100 ? value : null
}
