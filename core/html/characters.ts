/**
 * Codes of the characters that markup is made of.
 *
 * Take them out of here into constants of the module that compares with them:
 * the engine looks up what is imported at each use, and knows its own.
 */
export const CHARACTER = {
  TAB: 9,
  LINE_FEED: 10,
  FORM_FEED: 12,
  CARRIAGE_RETURN: 13,
  SPACE: 32,
  EXCLAMATION_MARK: 33,
  DOUBLE_QUOTE: 34,
  AMPERSAND: 38,
  SINGLE_QUOTE: 39,
  DASH: 45,
  SOLIDUS: 47,
  LESS_THAN: 60,
  EQUALS: 61,
  GREATER_THAN: 62,
  QUESTION_MARK: 63,
} as const

const { TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, SPACE } = CHARACTER

/** ASCII white space, as the standard defines it; `undefined`, behind the end of a page, is none. */
export function isWhitespace(code: number): boolean {
  return (
    code <= SPACE &&
    (code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED)
  )
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}
