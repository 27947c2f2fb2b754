/** Codes of the characters that markup is made of. */
const TAB = 9
export const LINE_FEED = 10
const FORM_FEED = 12
export const CARRIAGE_RETURN = 13
export const SPACE = 32
export const EXCLAMATION_MARK = 33
export const DOUBLE_QUOTE = 34
export const AMPERSAND = 38
export const SINGLE_QUOTE = 39
export const DASH = 45
export const SOLIDUS = 47
export const EQUALS = 61
export const GREATER_THAN = 62
export const QUESTION_MARK = 63

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
