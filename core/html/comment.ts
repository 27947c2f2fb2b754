import { CHARACTER } from './characters.ts'

const { DASH, EXCLAMATION_MARK, GREATER_THAN } = CHARACTER

export interface CommentEnd {
  /** End of the comment's text. */
  readonly dataEnd: number
  /** Behind the comment. */
  readonly end: number
}

/**
 * Finds where a comment ends whose text starts at an offset: at `-->` or
 * `--!>`, at once for `<!-->` and `<!--->`, at the end of the page without the
 * dashes of an end that was begun.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
 */
export function findCommentEnd(text: string, start: number): CommentEnd {
  if (text.charCodeAt(start) === GREATER_THAN) return { dataEnd: start, end: start + 1 }
  if (text.charCodeAt(start) === DASH && text.charCodeAt(start + 1) === GREATER_THAN) {
    return { dataEnd: start, end: start + 2 }
  }
  for (let at = text.indexOf('--', start); at >= 0; at = text.indexOf('--', at + 1)) {
    const code = text.charCodeAt(at + 2)
    if (code === GREATER_THAN) return { dataEnd: at, end: at + 3 }
    if (code === EXCLAMATION_MARK && text.charCodeAt(at + 3) === GREATER_THAN) return { dataEnd: at, end: at + 4 }
  }
  const end = text.length
  const begun = /--!?$|-$/.exec(text.slice(Math.max(start, end - 3)))
  return { dataEnd: end - (begun?.[0].length ?? 0), end }
}
