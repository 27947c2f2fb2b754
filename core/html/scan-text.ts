import { CHARACTER, isWhitespace } from './characters.ts'

const { CARRIAGE_RETURN, GREATER_THAN, LINE_FEED, SOLIDUS } = CHARACTER

/** End of the tag name that starts here. */
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

export function skipWhitespace(codes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isWhitespace(codes[at] as number)) at++
  return at
}

/** Behind the line break at `at`, if there is one. */
export function skipLineBreak(codes: Uint8Array, at: number): number {
  const code = codes[at] as number
  if (code === LINE_FEED) return at + 1
  if (code !== CARRIAGE_RETURN) return at
  return codes[at + 1] === LINE_FEED ? at + 2 : at + 1
}

/** Where a text stands next; the end when it does not. */
export function indexOrLength(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from)
  return index < 0 ? text.length : index
}
