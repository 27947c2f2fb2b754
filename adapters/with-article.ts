const BEGINS_WITH_VOWEL = /^[aeiou]/

/** A name of a row with its article: "a card", "an entry". */
export function withArticle(name: string): string {
  return `${BEGINS_WITH_VOWEL.test(name) ? 'an' : 'a'} ${name}`
}
