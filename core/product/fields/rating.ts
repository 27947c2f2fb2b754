import type { Element } from '../../html/node.ts'
import { nextElement } from '../../html/walk.ts'
import { parseCount } from '../../text/count.ts'
import { foldDigits } from '../../text/digits.ts'
import { parseRating } from '../../text/rating.ts'
import { readText } from '../../text/read-text.ts'
import type { Product } from '../product-schema.ts'
import type { ProductReading } from '../product-reading.ts'

/** Average of five, one decimal. A page without ratings may print zero. */
export function rating(reading: ProductReading): number | null {
  return reading.fields.value('rating', reading.selectors.rating, (text) =>
    NUMBER_ABOVE_ZERO.test(foldDigits(text)) ? parseRating(text) : undefined,
  )
}

/** Number of ratings beside the average; 0 when the page shows none. */
export function reviews_count(reading: ProductReading): number {
  return reading.fields.value('reviews_count', reading.selectors.reviews_count, parseShownCount) ?? 0
}

const NUMBER_ABOVE_ZERO = /^\D*(?:0[.,]0\D+)?[1-9]/
const DIGIT = /\p{N}/u

/** "No customer reviews" says nothing. */
function parseShownCount(text: string): number | null | undefined {
  return DIGIT.test(text) ? parseCount(text) : undefined
}

const STARS = 5
const NUMBER = /\d+/g
const PERCENT = /(\d{1,3})\s*%|%\s*(\d{1,3})/

/** Share of each number of stars, 5 down to 1, as printed; empty unless the page prints all five. */
export function rating_stars_distribution(reading: ProductReading): Product['rating_stars_distribution'] {
  for (const selector of reading.selectors.rating_stars_distribution) {
    const percentages = selector.selectItems(reading.page).map(readPercentage)
    const known = percentages.filter((percentage) => percentage !== null)
    if (known.length !== STARS) continue
    reading.fields.credit('rating_stars_distribution', selector.source, known.join(' '))
    return known.map((percentage, index) => ({ rating: STARS - index, percentage }))
  }
  return []
}

/** By the meter, which holds the number, with a sign for percent or without; else by a label, else by the row's text. */
function readPercentage(row: Element, index: number): number | null {
  for (let element: Element | null = row; element !== null; element = nextElement(element, row)) {
    const [value] = foldDigits(element.attributeList.get('aria-valuenow') ?? '').match(NUMBER) ?? []
    if (value !== undefined) return toPercentage(value)
  }
  for (let element: Element | null = row; element !== null; element = nextElement(element, row)) {
    const label = element.attributeList.get('aria-label') ?? element.attributeList.get('title')
    const percentage = label === undefined ? null : readLabel(foldDigits(label), STARS - index)
    if (percentage !== null) return percentage
  }
  const match = PERCENT.exec(foldDigits(readText(row)))
  return toPercentage(match?.[1] ?? match?.[2])
}

/** "85%", or "85 percent of reviews have 5 stars" in any order and language. */
function readLabel(label: string, stars: number): number | null {
  const numbers = label.match(NUMBER) ?? []
  if (numbers.length === 1 && PERCENT.test(label)) return toPercentage(numbers[0])
  if (numbers.length !== 2) return null
  const other = numbers.indexOf(String(stars))
  return other < 0 ? null : toPercentage(numbers[1 - other])
}

function toPercentage(text: string | undefined): number | null {
  const value = Number.parseInt(text ?? '', 10)
  return value >= 0 && value <= 100 ? value : null
}

/** Number of answered questions, where the page shows it. */
export function answered_questions_count(reading: ProductReading): number {
  return (
    reading.fields.value('answered_questions_count', reading.selectors.answered_questions_count, parseShownCount, {
      isVisible: true,
    }) ?? 0
  )
}

/** The "customers say" paragraph. */
export function review_ai_summary(reading: ProductReading): string | null {
  return reading.fields.text('review_ai_summary', reading.selectors.review_ai_summary, { isVisible: true })
}
