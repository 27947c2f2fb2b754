/** V8 copies shorter substrings. */
const SHORTEST_PIECE = 13

/**
 * Copies every string of a value in place, so that none keeps its page in
 * memory: in V8, a substring keeps the whole string alive.
 */
export function copyOut<T>(value: T): T {
  if (typeof value === 'string') return copyText(value) as T
  if (typeof value === 'object' && value !== null) {
    const entries = value as Record<string, unknown>
    for (const key of Object.keys(entries)) {
      const entry = entries[key]
      if (typeof entry === 'string' || typeof entry === 'object') entries[key] = copyOut(entry)
    }
  }
  return value
}

const ANYTHING = /^/

/** V8 copies the characters when a regular expression reads the concatenation of two strings. */
function copyText(text: string): string {
  if (text.length < SHORTEST_PIECE) return text
  const copy = text.charAt(0) + text.slice(1)
  ANYTHING.test(copy)
  return copy
}
