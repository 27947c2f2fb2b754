/** V8 copies shorter substrings. */
const SHORTEST_PIECE = 13

/**
 * Copies every string of a value in place, so that none keeps its page in
 * memory: in V8, a substring keeps the whole string alive.
 */
export function copyOut<T>(value: T): T {
  if (typeof value === 'string') return copyText(value) as T
  if (typeof value === 'object' && value !== null) copyMembers(value as Record<string, unknown>)
  return value
}

function copyMembers(members: Record<string, unknown>): void {
  for (const key of Object.keys(members)) {
    const member = members[key]
    if (typeof member === 'object' && member !== null) copyMembers(member as Record<string, unknown>)
    else if (typeof member === 'string' && member.length >= SHORTEST_PIECE) members[key] = copyText(member)
  }
}

const ANYTHING = /^/

/** V8 copies the characters when a regular expression reads the concatenation of two strings. */
function copyText(text: string): string {
  if (text.length < SHORTEST_PIECE) return text
  const copy = text.charAt(0) + text.slice(1)
  ANYTHING.test(copy)
  return copy
}
