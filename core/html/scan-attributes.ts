import { ShelfmarkError } from '../errors.ts'
import { nameBitOf } from './attribute-ranges.ts'
import { CHARACTER, isWhitespace } from './characters.ts'
import type { ClassNames } from './class-names.ts'
import { MAX_ATTRIBUTES } from './limits.ts'
import type { PageSource } from './source.ts'

const { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SOLIDUS, SPACE } = CHARACTER
const CLASS = Array.from('class', (letter) => letter.charCodeAt(0))

/**
 * Scans the attributes of a tag, by the states of the standard from "before
 * attribute name" on, and adds them to those of the page.
 *
 * @returns the offset behind the tag's `>`, or -1 when the page ends before it.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state
 */
export function scanAttributes({ text, codes, attributes, classes }: PageSource, start: number): number {
  let at = start
  let code = codes[at] as number
  let allCodes = 0
  let nameBits = 0
  let classNames: ClassNames | null = null
  for (let count = 0; ; count++) {
    while (code <= SOLIDUS && (code === SOLIDUS || isWhitespace(code))) code = codes[++at] as number
    if (code === GREATER_THAN) {
      attributes.nameBits = nameBits
      attributes.classes = classNames
      return at + 1
    }
    if (at >= text.length) return -1
    if (count === MAX_ATTRIBUTES) throw tooManyAttributes()

    const nameStart = at
    // Whatever comes first belongs to the name, even "=".
    do {
      allCodes |= code
      code = codes[++at] as number
    } while (code > GREATER_THAN || (belongsToName(code) && at < text.length))
    const nameEnd = at
    if (allCodes > 0x7f) attributes.areNamesAscii = false
    nameBits |= nameBitOf(nameEnd - nameStart, codes[nameEnd - 1] as number)
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
    if (nameEnd - nameStart === CLASS.length && classNames === null && isClass(codes, nameStart)) {
      classNames = classes.recall(valueStart, valueEnd)
    }
  }
}

/** Whether a name of this length, in either case, is `class`. */
function isClass(codes: Uint8Array, start: number): boolean {
  for (let i = 0; i < CLASS.length; i++) if (((codes[start + i] as number) | 0x20) !== CLASS[i]) return false
  return true
}

/** Scans a tag whose attributes nobody wants: an end tag. */
export function skipAttributes(source: PageSource, start: number): number {
  if (source.codes[start] === GREATER_THAN) return start + 1
  const { length } = source.attributes
  const end = scanAttributes(source, start)
  source.attributes.truncate(length)
  return end
}

function belongsToName(code: number): boolean {
  return code !== GREATER_THAN && code !== EQUALS && code !== SOLIDUS && !isWhitespace(code)
}

export function tooManyAttributes(): ShelfmarkError {
  return new ShelfmarkError('page_too_complex', `A tag has more than ${MAX_ATTRIBUTES} attributes.`)
}
