import { clipPhrase } from '../text/clip.ts'
import { escapePattern, foldPhrase, matchName } from './word-patterns.ts'

/** Names of the site's own companies, as data. */
export interface OwnCompanies {
  /** Names as displayed, without a legal form. */
  readonly names: readonly string[]
  /** Legal forms that can follow a name, without a point at their end: `LLC`. */
  readonly legalForms: readonly string[]
}

/** A name that another word with a capital continues, on the same line, is that of another company. */
const NO_LONGER = '(?!\\.\\p{Ll}|(?: &)? \\p{Lu})'

/**
 * The names under which the site's own companies sell and ship. The list is
 * closed, because names of other companies begin like these.
 */
export class OwnNames {
  private readonly names: ReadonlySet<string>
  private readonly legalFormAtEnd: RegExp
  private readonly inText: RegExp

  constructor({ names, legalForms }: OwnCompanies) {
    const longestFirst = names.toSorted((a, b) => b.length - a.length)
    const folded = legalForms.map((form) => escapePattern(foldPhrase(form)))
    const displayed = legalForms.map(escapePattern).join('|')
    this.names = new Set(names.map(foldPhrase))
    this.legalFormAtEnd = new RegExp(`,? (?:${folded.join('|')})\\.?$`)
    this.inText = new RegExp(
      `(?:${longestFirst.map(matchName).join('|')})(?:,? (?:${displayed})(?!\\p{L}))?${NO_LONGER}`,
      'u',
    )
  }

  /** Whether a name is that of one of the companies: "Amazon.com Services LLC", but not "Amazon Traders LLC". */
  has(name: string): boolean {
    const folded = foldPhrase(name)
    return this.names.has(folded) || this.names.has(folded.replace(this.legalFormAtEnd, ''))
  }

  /** The first name of one of the companies in lines of text, with its legal form. Absent: null, also if it is a part of a longer name. */
  find(text: string): string | null {
    return this.inText.exec(clipPhrase(text))?.[0] ?? null
  }
}
