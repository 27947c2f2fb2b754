/* Codes of the characters that markup consists of. */
const TAB = 9
const LINE_FEED = 10
const FORM_FEED = 12
const CARRIAGE_RETURN = 13
export const SPACE = 32
export const EXCLAMATION_MARK = 33
export const DOUBLE_QUOTE = 34
export const AMPERSAND = 38
export const SINGLE_QUOTE = 39
export const DASH = 45
export const SOLIDUS = 47
export const LESS_THAN = 60
export const EQUALS = 61
export const GREATER_THAN = 62
export const QUESTION_MARK = 63

/** Whether a code is ASCII white space, as the standard defines it. `undefined`, the code after the last one, is not. */
export function isWhitespace(code: number): boolean {
  return (
    code <= SPACE &&
    (code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED)
  )
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

/** End of the tag name that starts at an offset. */
export function findNameEnd(codes: Uint8Array, start: number): number {
  let at = start
  let code = codes[at] as number
  while (
    code > GREATER_THAN ||
    (code !== GREATER_THAN && code !== SOLIDUS && !isWhitespace(code) && at < codes.length)
  ) {
    code = codes[++at] as number
  }
  return at
}

/** Offset of the first code that is not white space; at most `end`. */
export function skipWhitespace(codes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isWhitespace(codes[at] as number)) at++
  return at
}

/** Offset after the line break at `at`; `at` when there is none. */
export function skipLineBreak(codes: Uint8Array, at: number): number {
  const code = codes[at] as number
  if (code === LINE_FEED) return at + 1
  if (code !== CARRIAGE_RETURN) return at
  return codes[at + 1] === LINE_FEED ? at + 2 : at + 1
}

/** Offset of the next occurrence of a string; the length of the text when there is none. */
export function indexOrLength(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from)
  return index < 0 ? text.length : index
}
