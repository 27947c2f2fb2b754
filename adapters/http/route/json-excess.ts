/** Deepest nesting of a body. A batch needs 3: body, items, item. */
export const MAX_JSON_DEPTH = 32
/** Most values of a body. A batch of 1,000 items with ten members each has 11,000. */
export const MAX_JSON_VALUES = 100_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** `{` and `}`. The brackets of a list differ from them by one bit. */
const OPENING = 0x7b
const CLOSING = 0x7d
const BRACKET_BIT = 0x20

/**
 * Why a body must not be parsed: it nests too deeply, or has too many values. `JSON.parse` makes an
 * object for each value before it reports a mistake, and nobody else is answered meanwhile: a few MB
 * of `[` take it hundreds of ms. This reads each byte once, makes nothing, and stops at the limit.
 *
 * Absent: null, the body may be parsed. It need not be JSON.
 */
export function findJsonExcess(bytes: Uint8Array): string | null {
  let depth = 0
  // A value is the first of its list or object, or follows a comma.
  let values = 1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) i = findStringEnd(bytes, i)
    else if (byte === COMMA) values++
    else if ((byte | BRACKET_BIT) === OPENING) {
      depth++
      values++
    } else if ((byte | BRACKET_BIT) === CLOSING) depth--
    if (depth > MAX_JSON_DEPTH) return `must not nest more than ${MAX_JSON_DEPTH} levels`
    if (values > MAX_JSON_VALUES) return `must not have more than ${MAX_JSON_VALUES} values`
  }
  return null
}

/** Index of the quote that ends a string, or of the end of the text. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  let i = start + 1
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
  return i
}
