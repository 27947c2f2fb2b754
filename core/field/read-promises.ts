import { Element, Text, type ChildNode } from '../html/tree/node.ts'
import type { Words } from '../marketplace/words.ts'
import { MAX_PHRASE } from '../text/clip.ts'
import { foldSpace } from '../text/fold-space.ts'
import type { PageText } from '../text/page-text.ts'
import type { FieldReader } from './field-reader.ts'

/** "This item ships to Germany. Want it" */
const SENTENCES_BEFORE = /^.*[.!。]\s+(?=\p{Lu}[^.]*$)/u
const COLON_AT_END = /\s*[:：]\s*$/
const LABEL = /[:：]\s*$/
const NUMBER = /\p{N}/u
/** A text that goes on with a word or number, not with the end of a sentence. */
const CONTINUED = /^\s*[\p{L}\p{N}]/u
/** Older pages ask: "Want it tomorrow, Feb. 14?" */
const QUESTION_AT_END = /\s*(?<![?:])[?:]+\s*$/

/** A promise about delivery. */
export interface DeliveryPromise {
  readonly date: {
    /** Words of the date, as displayed. */
    readonly by: string
  }
  /** Words before the date. */
  readonly type: string
}

/** What reading a promise needs of a `Reading`. */
export interface OfferContext {
  readonly text: PageText
  readonly words: Words
}

/** Parts of a map's entry: the date that a block states in an attribute, and the elements that mark dates. */
type PromiseParts = 'stated_date' | 'date'

/** The promises of a block: each date that the page marks, and the words before it. */
export function readPromises(
  block: Element,
  field: FieldReader<PromiseParts>,
  context: OfferContext,
): DeliveryPromise[] {
  const stated = field.part('stated_date').ownText(block) ?? ''
  const pieces = splitAtMarks(block, field, context)
  const exact = pieces.findIndex(({ text, isMarked }) => isMarked && stated !== '' && text === stated)
  if (exact >= 0) return [toPromise(joinPieces(pieces.slice(0, exact)), stated)]
  const promises: DeliveryPromise[] = []
  let before = ''
  for (const [index, { text, isMarked }] of pieces.entries()) {
    const isFirst = promises.length === 0
    const found = isMarked ? findDate(text, pieces[index + 1]?.text ?? '', isFirst, context.words) : null
    if (found === null) {
      before += text
      continue
    }
    promises.push(toPromise(`${isFirst ? before : lastLine(before)} ${found.words}`, found.date))
    before = ''
  }
  return promises
}

/** The promise in a line that marks no date: "Want it delivered by Thursday, Feb 14?". Absent: null, it names no date. */
export function findPromise(line: string, { words }: OfferContext): DeliveryPromise | null {
  const start = words.date.find(line)
  const date = start < 0 ? '' : words.date.cut(line.slice(start))
  return date === '' ? null : toPromise(line.slice(0, start), date)
}

interface FoundDate {
  /** Words of the marked text that are not the date. */
  readonly words: string
  readonly date: string
}

/** The date in a marked text, or directly after it: "Estimated Delivery Date:", "Arrives between". Absent: null. */
function findDate(marked: string, after: string, isFirst: boolean, { date: words }: Words): FoundDate | null {
  const start = startOfDate(marked, words.find(marked))
  if (start >= 0) {
    const date = marked.slice(start)
    // After the first date, a number is not enough: the time left to order is marked too, and "Saturday Shipping".
    const isDate = isFirst ? NUMBER.test(date) || words.isNamed(date) : words.isDate(date)
    return isDate ? { words: marked.slice(0, start), date } : null
  }
  const date = LABEL.test(marked) || CONTINUED.test(after) ? words.cut(after) : ''
  return date === '' ? null : { words: marked, date }
}

/** An article at the start of a marked date: "le 4 et le 23 mai". */
const ARTICLE = /^\p{L}{1,3}\s+$/u

function startOfDate(marked: string, start: number): number {
  return start > 0 && ARTICLE.test(marked.slice(0, start)) ? 0 : start
}

function toPromise(before: string, date: string): DeliveryPromise {
  const type = foldSpace(before.slice(-MAX_PHRASE)).replace(SENTENCES_BEFORE, '').replace(COLON_AT_END, '')
  return { date: { by: date.replace(QUESTION_AT_END, '') }, type }
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

/** Visible text of a block, in pieces: the texts that the page marks, and those between them. */
interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

/** More marked texts than real blocks have. Later ones are text. */
const MAX_MARKS = 50

function splitAtMarks(block: Element, field: FieldReader<PromiseParts>, { text: pageText }: OfferContext): Piece[] {
  const isDate = field.part('date').matches
  const pieces: Piece[] = []
  let text = ''
  const rest: (ChildNode | '\n')[] = [block]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node === '\n') text += node
    else if (node instanceof Text) text += node.data.replaceAll('\n', ' ')
    else if (node instanceof Element && node.name !== 'script' && !pageText.hidesItself(node)) {
      if (pieces.length < 2 * MAX_MARKS && node !== block && isDate(node)) {
        pieces.push({ text, isMarked: false }, { text: pageText.read(node), isMarked: true })
        text = ''
        continue
      }
      const isLine = node.name === 'br' || node.name === 'div' || node.name === 'p' || node.name === 'li'
      if (isLine) {
        text += '\n'
        rest.push('\n')
      }
      for (let child = node.lastChild; child !== null; child = child.prev) rest.push(child)
    }
  }
  return [...pieces, { text, isMarked: false }]
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}
