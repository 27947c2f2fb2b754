import { isAscii } from '../html/tokenize/page-attributes.ts'

/** A text whose ASCII letters are small. Other letters stay: "İ" and the Kelvin sign are not "i" and "k". */
export function toAsciiLower(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * The names that elements or attributes have which a selector names: of HTML in small letters, of other elements, such as
 * `linearGradient` of SVG, as they are written.
 *
 * @see https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors
 */
export function namesInTree(name: string): readonly string[] {
  const lower = toAsciiLower(name)
  return lower === name ? [name] : [lower, name]
}
