import { ShelfmarkError } from '../../error/shelfmark-error.ts'
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SOLIDUS, SPACE, isWhitespace } from './characters.ts'
import type { ClassNames } from './classes.ts'
import { bitIndex, nameBitOf, type PageAttributes } from './page-attributes.ts'

const CLASS = Array.from('class', (letter) => letter.charCodeAt(0))

/** Maximum number of attributes of one tag, and of an element that adopts those of several tags: `<html>`, `<body>`. */
const MAX_ATTRIBUTES = 1000

/** Throws `page_too_complex` for more attributes than one element may have. */
export function limitAttributes(count: number): void {
  if (count > MAX_ATTRIBUTES) {
    throw new ShelfmarkError('page_too_complex', `A tag has more than ${MAX_ATTRIBUTES} attributes.`)
  }
}

/**
 * Scans the attributes of a tag and adds them to those of the page. Implements
 * the states of the standard from "before attribute name" on.
 *
 * @returns the offset after the tag's `>`, or -1 when the page ends before it.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
 */
export function scanAttributes(attributes: PageAttributes, start: number): number {
  const { source, classTable } = attributes
  const { text, codes } = source
  let at = start
  let code = codes[at] as number
  let allCodes = 0
  let nameBits = 0
  let classes: ClassNames | null = null
  for (let count = 1; ; count++) {
    while (code <= SOLIDUS && (code === SOLIDUS || isWhitespace(code))) code = codes[++at] as number
    if (code === GREATER_THAN) {
      attributes.nameBits = nameBits
      attributes.classes = classes
      return at + 1
    }
    if (at >= text.length) return -1
    limitAttributes(count)

    const nameStart = at
    // The first character belongs to the name, even "=".
    do {
      allCodes |= code
      code = codes[++at] as number
    } while (code > GREATER_THAN || (belongsToName(code) && at < text.length))
    const nameEnd = at
    if (allCodes > 0x7f) attributes.areNamesAscii = false
    const nameLength = nameEnd - nameStart
    nameBits |= nameBitOf(nameLength, codes[nameStart + bitIndex(nameLength)] as number)
    while (code <= SPACE && isWhitespace(code)) code = codes[++at] as number
    let valueStart = nameEnd
    let valueEnd = nameEnd
    if (code === EQUALS) {
      do code = codes[++at] as number
      while (isWhitespace(code))
      if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        valueStart = at + 1
        valueEnd = text.indexOf(code === DOUBLE_QUOTE ? '"' : "'", valueStart)
        if (valueEnd < 0) return -1
        at = valueEnd + 1
      } else {
        valueStart = at
        while (code !== GREATER_THAN && !isWhitespace(code) && at < text.length) code = codes[++at] as number
        valueEnd = at
      }
      code = codes[at] as number
    }
    attributes.add(nameStart, nameEnd, valueStart, valueEnd)
    if (nameLength === CLASS.length && classes === null && isClass(codes, nameStart)) {
      classes = classTable.recall(valueStart, valueEnd)
    }
  }
}

/** Whether a name of five characters is `class`, in upper or lower case. */
function isClass(codes: Uint8Array, start: number): boolean {
  for (let i = 0; i < CLASS.length; i++) if (((codes[start + i] as number) | 0x20) !== CLASS[i]) return false
  return true
}

/** Scans an end tag: its attributes are ignored. */
export function skipAttributes(attributes: PageAttributes, start: number): number {
  if (attributes.source.codes[start] === GREATER_THAN) return start + 1
  const { length } = attributes
  const end = scanAttributes(attributes, start)
  attributes.truncate(length)
  return end
}

function belongsToName(code: number): boolean {
  return code !== GREATER_THAN && code !== EQUALS && code !== SOLIDUS && !isWhitespace(code)
}
