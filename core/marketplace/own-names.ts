import { clipPhrase } from '../text/clip.ts'
import { escapePattern, foldPhrase, matchName } from './word-patterns.ts'

/** Names of the site's own companies, as data. */
export interface OwnCompanies {
  /** Name that the domain of a shop can follow, as in "Example.co.uk". */
  readonly shop: string
  /** Names as displayed, without a legal form. */
  readonly names: readonly string[]
  /** Legal forms that can follow a name, without a point at their end: `LLC`. */
  readonly legalForms: readonly string[]
}

/** The domain of a shop after its name: ".de", ".co.uk", ".com.br". */
const DOMAIN = '\\.(?:com?\\.)?[a-z]{2,3}'

/** A name that another word with a capital continues, on the same line, is that of another company. */
const NO_LONGER = '(?!\\.\\p{Ll}|(?: &)? \\p{Lu})'

/**
 * The names under which the site's own companies sell and ship. The list is
 * closed, because names of other companies begin like these.
 */
export class OwnNames {
  private readonly names: ReadonlySet<string>
  private readonly shop: RegExp
  private readonly legalFormAtEnd: RegExp
  private readonly inText: RegExp

  constructor({ shop, names, legalForms }: OwnCompanies) {
    const longestFirst = [...names, shop].toSorted((a, b) => b.length - a.length)
    // Longer names can begin with that of a shop.
    const patterns = longestFirst.map((name) => (name === shop ? matchName(shop, `(?:${DOMAIN})?`) : matchName(name)))
    const folded = legalForms.map((form) => escapePattern(foldPhrase(form)))
    const displayed = legalForms.map(escapePattern).join('|')
    this.names = new Set(names.map(foldPhrase))
    this.shop = new RegExp(`^${escapePattern(foldPhrase(shop))}(?:${DOMAIN})?$`)
    this.legalFormAtEnd = new RegExp(`,? (?:${folded.join('|')})\\.?$`)
    this.inText = new RegExp(`(?:${patterns.join('|')})(?:,? (?:${displayed})(?!\\p{L}))?${NO_LONGER}`, 'u')
  }

  /** Whether a name is that of one of the companies: "Amazon.com Services LLC", but not "Amazon Traders LLC". */
  has(name: string): boolean {
    const folded = foldPhrase(name)
    const short = folded.replace(this.legalFormAtEnd, '')
    return this.names.has(folded) || this.names.has(short) || this.shop.test(short)
  }

  /** The first name of one of the companies in lines of text, with its legal form. Absent: null, also if it is a part of a longer name. */
  find(text: string): string | null {
    return this.inText.exec(clipPhrase(text))?.[0] ?? null
  }
}
