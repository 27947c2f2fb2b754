import { clipPhrase } from '../text/clip.ts'
import type { Language } from './language.ts'
import { containsWords, foldPhrase } from './word-patterns.ts'
import { foldLabel } from '../text/label.ts'

/** A flag is the code of a country in letters of its own. */
const FLAG = /[\u{1F1E6}-\u{1F1FF}]{2}/u
const FLAG_OF_A = 0x1f1e6
const CODE_OF_A = 0x41

/** Names of countries, of all languages. */
export class CountryWords {
  /** Folded names and codes. Order: longest name first, because it can contain another one. */
  private readonly names: readonly (readonly [name: string, code: string])[]

  constructor(languages: readonly Language[]) {
    const names = new Map<string, string>()
    for (const { countries } of languages) {
      for (const [code, known] of Object.entries(countries)) for (const name of known) names.set(foldLabel(name), code)
    }
    this.names = [...names].toSorted(([a], [b]) => b.length - a.length)
  }

  /** Code (ISO 3166-1) of the country that a line names, by its flag, else by the longest name. Absent: null. */
  find(line: string): string | null {
    const flag = FLAG.exec(clipPhrase(line))?.[0]
    if (flag !== undefined) return readFlag(flag)
    const folded = foldPhrase(line)
    return this.names.find(([name]) => containsWords(folded, name))?.[1] ?? null
  }
}

function readFlag(flag: string): string {
  return Array.from(flag, (letter) =>
    String.fromCharCode((letter.codePointAt(0) ?? FLAG_OF_A) - FLAG_OF_A + CODE_OF_A),
  ).join('')
}
