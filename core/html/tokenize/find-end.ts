import { DASH, EXCLAMATION_MARK, GREATER_THAN, SOLIDUS, isWhitespace } from './characters.ts'

export interface CommentEnd {
  /** End of the comment's text. */
  readonly dataEnd: number
  /** Offset after the comment. */
  readonly end: number
  /** Whether the page closes the comment. */
  readonly isClosed: boolean
}

/**
 * Finds the end of the comment whose text starts at an offset.
 *
 * A comment ends at `-->` or `--!>`. `<!-->` and `<!--->` are complete comments.
 * A comment that the page does not close ends with the page, without the dashes
 * of an unfinished end.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
 */
export function findCommentEnd(text: string, start: number): CommentEnd {
  if (text.charCodeAt(start) === GREATER_THAN) return { dataEnd: start, end: start + 1, isClosed: true }
  if (text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) === GREATER_THAN) {
    return { dataEnd: start, end: start + 2, isClosed: true }
  }
  for (let at = text.indexOf('--', start); at >= 0; at = text.indexOf('--', at + 1)) {
    const code = text.charCodeAt(at + 2)
    if (code === GREATER_THAN) return { dataEnd: at, end: at + 3, isClosed: true }
    if (code === EXCLAMATION_MARK && text.charCodeAt(at + 3) === GREATER_THAN) {
      return { dataEnd: at, end: at + 4, isClosed: true }
    }
  }
  const end = text.length
  const unfinished = /--!?$|-$/.exec(text.slice(Math.max(start, end - 3)))
  return { dataEnd: end - (unfinished?.[0].length ?? 0), end, isClosed: false }
}

/** Whether a tag name ends at this character code. */
function endsTagName(code: number): boolean {
  return code === GREATER_THAN || code === SOLIDUS || isWhitespace(code)
}

/** Whether the text at an offset is `name`, in upper or lower case, as a whole tag name. */
function isTagNameAt(text: string, at: number, name: string): boolean {
  const end = at + name.length
  if (!endsTagName(text.charCodeAt(end))) return false
  return text.startsWith(name, at) || text.slice(at, end).toLowerCase() === name
}

/** Offset of the `</name` that ends the raw text of an element; the end of the page without one. */
export function findEndTag(text: string, from: number, name: string): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (isTagNameAt(text, at + 2, name)) return at
  }
  return text.length
}

const SCRIPT_LANDMARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/**
 * Offset of the `</script` that ends a script which contains `<!--`: the end tag
 * in `<!-- <script> </script> -->` does not end the script.
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
