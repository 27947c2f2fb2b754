/**
 * Longest text that is read of an element or an attribute; the rest is left
 * out. Unit: characters. Source: the longest on 228 real pages has 21,000.
 */
export const MAX_TEXT = 250_000

/**
 * Where numbers, dates, labels and known words are looked for: at the start of
 * a text. Unit: characters. Source: the longest text that holds one has 340 on
 * real pages; of all texts that are searched, 680.
 */
export const MAX_PHRASE = 2000

export function clipText(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
}

export function clipPhrase(text: string): string {
  return text.length > MAX_PHRASE ? text.slice(0, MAX_PHRASE) : text
}
