import type { Language } from '../marketplace/language.ts'
import { listCountries } from './country-codes.ts'
import { foldName } from './fold-name.ts'

/** The names of all countries in some languages. */
export class CountryNames {
  /** Codes by the folded name. Some names are those of several countries. */
  private readonly codes = new Map<string, Set<string>>()

  /** `other`: a language besides those, in the form that `Intl` reads. A language that it does not know adds nothing. */
  constructor(languages: readonly Language[], other: string | null) {
    for (const { code, variants = [], countries: spellings = {} } of languages) {
      for (const locale of [code, ...variants]) this.addNames(locale)
      for (const [country, names] of Object.entries(spellings)) for (const name of names) this.add(country, name)
    }
    if (other !== null) this.addNames(other)
  }

  /** Whether a text is the name of a country, and of no other. */
  isName(text: string, country: string): boolean {
    return isOnly(this.codes.get(foldName(text)), country)
  }

  /** Whether a text is the beginning of names of a country, and of no other. */
  isBeginning(text: string, country: string): boolean {
    const folded = foldName(text)
    const meant = new Set<string>()
    for (const [name, codes] of this.codes) {
      if (name.startsWith(folded)) for (const code of codes) meant.add(code)
    }
    return isOnly(meant, country)
  }

  private addNames(locale: string): void {
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames([locale], { type: 'region', style })
      for (const country of listCountries()) this.add(country, names.of(country) ?? country)
    }
  }

  private add(country: string, name: string): void {
    const folded = foldName(name)
    const codes = this.codes.get(folded)
    if (codes === undefined) this.codes.set(folded, new Set([country]))
    else codes.add(country)
  }
}

function isOnly(codes: ReadonlySet<string> | undefined, country: string): boolean {
  return codes !== undefined && codes.size === 1 && codes.has(country)
}
