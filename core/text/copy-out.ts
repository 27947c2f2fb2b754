/** Shorter strings are never pieces of others. */
const SHORTEST_PIECE = 13

/**
 * V8 lets a piece of a string keep the whole alive: each string of what was
 * read of a page is copied, in place, so that it holds nothing but itself.
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

/** The copy is joined of two strings; it becomes one when an expression looks into it. */
function copyText(text: string): string {
  if (text.length < SHORTEST_PIECE) return text
  const copy = text.charAt(0) + text.slice(1)
  ANYTHING.test(copy)
  return copy
}
