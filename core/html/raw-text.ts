import { CHARACTER, isWhitespace } from './characters.ts'

const { GREATER_THAN, SOLIDUS } = CHARACTER

/** Whether a tag name ends at this character code. */
function endsTagName(code: number): boolean {
  return code === GREATER_THAN || code === SOLIDUS || isWhitespace(code)
}

/** Whether `name` stands at an offset, in either case, as a whole tag name. */
function isTagNameAt(text: string, at: number, name: string): boolean {
  const end = at + name.length
  if (!endsTagName(text.charCodeAt(end))) return false
  return text.startsWith(name, at) || text.slice(at, end).toLowerCase() === name
}

/**
 * Offset of the `</name` that ends the raw text of an element, or the end of
 * the page.
 */
export function findEndTag(text: string, from: number, name: string): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (isTagNameAt(text, at + 2, name)) return at
  }
  return text.length
}

const SCRIPT_LANDMARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/**
 * Offset of the `</script` that ends a script which holds `<!--`: inside of
 * `<!-- <script> ... </script> -->` an end tag does not end it.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state
 */
export function findEscapedScriptEnd(text: string, from: number): number {
  let state: 'plain' | 'escaped' | 'double-escaped' = 'plain'
  SCRIPT_LANDMARK.lastIndex = from
  for (let match = SCRIPT_LANDMARK.exec(text); match !== null; match = SCRIPT_LANDMARK.exec(text)) {
    const landmark = match[0].toLowerCase()
    if (landmark === '<!--') {
      if (state === 'plain') state = 'escaped'
      // In "<!-->" the dashes that open also close.
      SCRIPT_LANDMARK.lastIndex -= 2
    } else if (landmark === '-->') state = 'plain'
    else if (landmark === '<script') state = state === 'plain' ? 'plain' : 'double-escaped'
    else if (state === 'double-escaped') state = 'escaped'
    else return match.index
  }
  return text.length
}
