import { ShelfmarkError } from '../errors.ts'
import { nameBitOf } from './attribute-ranges.ts'
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, isWhitespace, SINGLE_QUOTE, SOLIDUS, SPACE } from './characters.ts'
import { MAX_ATTRIBUTES } from './limits.ts'
import type { PageSource } from './source.ts'

/**
 * Scans the attributes of a tag, by the states of the standard from "before
 * attribute name" on, and adds them to those of the page.
 *
 * @returns the offset behind the tag's `>`, or -1 when the page ends before it.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
 */
export function scanAttributes({ text, codes, attributes }: PageSource, start: number): number {
  let at = start
  let code = codes[at] as number
  let allCodes = 0
  let nameBits = 0
  for (let count = 0; ; count++) {
    while (code <= SOLIDUS && (code === SOLIDUS || isWhitespace(code))) code = codes[++at] as number
    if (code === GREATER_THAN) {
      attributes.nameBits = nameBits
      return at + 1
    }
    if (at >= text.length) return -1
    if (count === MAX_ATTRIBUTES) throw tooManyAttributes()

    const nameStart = at
    // Whatever comes first belongs to the name, even "=".
    do {
      allCodes |= code
      code = codes[++at] as number
    } while (isInName(code) && at < text.length)
    const nameEnd = at
    if (allCodes > 0x7f) attributes.areNamesAscii = false
    nameBits |= nameBitOf(nameEnd - nameStart, codes[nameEnd - 1] as number)
    while (code <= SPACE && isWhitespace(code)) code = codes[++at] as number
    if (code !== EQUALS) {
      attributes.add(nameStart, nameEnd, nameEnd, nameEnd)
      continue
    }

    do code = codes[++at] as number
    while (isWhitespace(code))
    let valueStart = at
    let valueEnd: number
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      valueStart = at + 1
      valueEnd = text.indexOf(code === DOUBLE_QUOTE ? '"' : "'", valueStart)
      if (valueEnd < 0) return -1
      at = valueEnd + 1
    } else {
      while (code !== GREATER_THAN && !isWhitespace(code) && at < text.length) code = codes[++at] as number
      valueEnd = at
    }
    code = codes[at] as number
    attributes.add(nameStart, nameEnd, valueStart, valueEnd)
  }
}

/** Scans a tag whose attributes nobody wants: an end tag. */
export function skipAttributes(source: PageSource, start: number): number {
  if (source.codes[start] === GREATER_THAN) return start + 1
  const { length } = source.attributes
  const end = scanAttributes(source, start)
  source.attributes.truncate(length)
  return end
}

function isInName(code: number): boolean {
  return code > GREATER_THAN || (code !== GREATER_THAN && code !== EQUALS && code !== SOLIDUS && !isWhitespace(code))
}

export function tooManyAttributes(): ShelfmarkError {
  return new ShelfmarkError('page_too_complex', `A tag has more than ${MAX_ATTRIBUTES} attributes.`)
}
