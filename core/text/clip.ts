/**
 * Longest text that is read from an element or an attribute; the rest is
 * ignored.
 *
 * Unit: characters.
 * Source: the longest text on 228 real pages has 21,000.
 */
export const MAX_TEXT = 250_000

/**
 * Length of the start of a text that is searched for numbers, dates, labels and
 * known words.
 *
 * Unit: characters.
 * Source: on real pages, the longest text with one has 340, and the longest text that is searched has 680.
 */
export const MAX_PHRASE = 2000

export function clipText(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
}

export function clipPhrase(text: string): string {
  return text.length > MAX_PHRASE ? text.slice(0, MAX_PHRASE) : text
}
