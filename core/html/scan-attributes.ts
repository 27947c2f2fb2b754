import { ShelfmarkError } from '../errors.ts'
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, isWhitespace, SINGLE_QUOTE, SOLIDUS, SPACE } from './characters.ts'
import { MAX_ATTRIBUTES } from './limits.ts'

/** Takes the attributes of a tag, each as offsets into the page. An attribute without a value has an empty one. */
export interface AttributeVisitor {
  visit(text: string, nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void
}

/**
 * Scans the attributes of a tag, by the states of the standard from "before
 * attribute name" on, without creating anything.
 *
 * @returns the offset behind the tag's `>`, or -1 when the page ends before it.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
 */
export function scanAttributes(text: string, start: number, visitor: AttributeVisitor): number {
  let at = start
  let code = text.charCodeAt(at)
  for (let count = 0; ; count++) {
    while (code <= SOLIDUS && (code === SOLIDUS || isWhitespace(code))) code = text.charCodeAt(++at)
    if (code === GREATER_THAN) return at + 1
    if (at >= text.length) return -1
    if (count === MAX_ATTRIBUTES) throw tooManyAttributes()

    const nameStart = at
    // Whatever comes first belongs to the name, even "=".
    do code = text.charCodeAt(++at)
    while (isInName(code) && at < text.length)
    const nameEnd = at
    while (code <= SPACE && isWhitespace(code)) code = text.charCodeAt(++at)
    if (code !== EQUALS) {
      visitor.visit(text, nameStart, nameEnd, nameEnd, nameEnd)
      continue
    }

    do code = text.charCodeAt(++at)
    while (isWhitespace(code))
    let valueStart = at
    let valueEnd: number
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      valueStart = at + 1
      valueEnd = text.indexOf(code === DOUBLE_QUOTE ? '"' : "'", valueStart)
      if (valueEnd < 0) return -1
      at = valueEnd + 1
    } else {
      while (code !== GREATER_THAN && !isWhitespace(code) && at < text.length) code = text.charCodeAt(++at)
      valueEnd = at
    }
    code = text.charCodeAt(at)
    visitor.visit(text, nameStart, nameEnd, valueStart, valueEnd)
  }
}

/** Scans a tag whose attributes nobody wants: an end tag. */
export function skipAttributes(text: string, start: number): number {
  if (text.charCodeAt(start) === GREATER_THAN) return start + 1
  return scanAttributes(text, start, NOBODY)
}

const NOBODY: AttributeVisitor = { visit: () => undefined }

/** Whether the tag whose attributes start and end at these offsets ends with `/>`. */
export function isSelfClosing(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end - 2) !== SOLIDUS) return false
  // In <a href=x/> the solidus belongs to the value.
  lastAttribute.valueEnd = start
  scanAttributes(text, start, lastAttribute)
  return lastAttribute.valueEnd < end - 1
}

const lastAttribute = {
  valueEnd: 0,
  visit(_text: string, _nameStart: number, _nameEnd: number, _valueStart: number, valueEnd: number): void {
    this.valueEnd = valueEnd
  },
}

function isInName(code: number): boolean {
  return code > GREATER_THAN || (code !== GREATER_THAN && code !== EQUALS && code !== SOLIDUS && !isWhitespace(code))
}

export function tooManyAttributes(): ShelfmarkError {
  return new ShelfmarkError('page_too_complex', `A tag has more than ${MAX_ATTRIBUTES} attributes.`)
}
