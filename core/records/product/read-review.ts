import type { FieldReader } from '../../field/field-reader.ts'
import type { Trace } from '../../field/trace.ts'
import { parseInnerHtml } from '../../html/page.ts'
import type { Element } from '../../html/tree/node.ts'
import { findAncestor, isInsideAny, nextElement, parentElement, previousElement } from '../../html/tree/walk.ts'
import type { Words } from '../../marketplace/words.ts'
import { clipPhrase } from '../../text/clip.ts'
import { parseCount } from '../../text/count.ts'
import { findNumbers } from '../../text/number.ts'
import type { PageText } from '../../text/page-text.ts'
import { parseRating } from '../../text/rating.ts'

// How the texts of a review are read, for every record that has reviews.

/** Id of a review. `own`: attributes of the review itself; `link`: those of links and anchors inside. Absent: null. */
export function readReviewId(element: Element, own: FieldReader, link: FieldReader, pattern: RegExp): string | null {
  for (const text of own.ownTexts(element)) {
    const id = pattern.exec(text)?.[1]
    if (id !== undefined) return id
  }
  return pattern.exec(link.inside(element)?.text ?? '')?.[1] ?? null
}

/** Records an issue for blocks that have stars and no id, unless they are around or inside of reviews that were read. */
export function reportNameless(blocks: readonly Element[], read: readonly Element[], trace: Trace): void {
  const lost = new Set(blocks)
  const isLost = (element: Element): boolean => lost.has(element)
  for (const review of read) {
    for (let around = findAncestor(review, isLost); around !== null; around = findAncestor(around, isLost)) {
      lost.delete(around)
    }
  }
  const known = new Set([...read, ...lost])
  const outermost = [...lost].filter((block) => !isInsideAny(block, known))
  if (outermost.length > 0) trace.explain('reviews', 'without an id', String(outermost.length), 'left out')
}

/** The row of its own, before the element that holds only the review, in which the author is. Absent: null. */
export function findRowBefore(element: Element): Element | null {
  const frame = parentElement(element)
  return frame === null || nextElement(frame, frame) !== element ? null : previousElement(frame)
}

/** How the content of a review is read. */
interface ContentParts {
  /** The whole content as markup: mobile pages shorten the text and have the whole in an attribute. */
  readonly whole: FieldReader
  /** Elements inside that are not part of it. */
  readonly leftOut: FieldReader
}

/** Lines of a review. */
export function readReviewContent(content: Element, { whole, leftOut }: ContentParts, text: PageText): string {
  const markup = whole.ownText(content)
  const inner = markup === null ? null : parseInnerHtml(markup)
  return text.readLines(inner ?? content, { skip: leftOut.matches })
}

/** Stars of one review. Absent: null, for a text without a number of stars. */
export function parseStars(text: string): number | null {
  const stars = parseRating(text)
  return stars === null ? null : Math.round(stars)
}

const NUMBER = /\p{N}/u
/** "7 people found this helpful. Was this review helpful to you? Yes No" */
const QUESTION = /[^.!?。？؟]*[?？؟]/

/**
 * People who found a review helpful. "One person found this helpful" has no digit, in any language;
 * Arabic has a form for two. Older pages also count those who were asked, first or last: "3 of 5
 * people", "5人中、3人".
 */
export function parseHelpful(statement: string, words: Words): number {
  const text = clipPhrase(statement)
  const question = QUESTION.exec(text)
  const said = text.replace(QUESTION, ' ')
  // After the question are its answers, which are no votes.
  if (question !== null && text.slice(0, question.index).trim() === '' && !NUMBER.test(said)) return 0
  const counts = findNumbers(said).flatMap((number) => parseCount(number, words.findMultiplier) ?? [])
  if (counts.length === 2) return Math.min(...counts)
  return parseCount(said, words.findMultiplier) ?? (words.says('two', said) ? 2 : 1)
}
