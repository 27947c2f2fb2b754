import { clipPhrase } from '../text/clip.ts'
import { foldSpace } from '../text/fold-space.ts'
import { foldLabel, trimLabel } from '../text/label.ts'
import { CountryWords } from './country-words.ts'
import { DateWords } from './date-words.ts'
import type { OfferCondition } from './offer-conditions.ts'
import type { DetailLabels, Language, WordedPageKind } from './language.ts'
import { OfferWords } from './offer-words.ts'
import {
  compileAuthor,
  compileFirstWord,
  compileNames,
  containsAny,
  containsWords,
  foldPhrase,
  Templates,
} from './word-patterns.ts'

export type LabelKind = keyof DetailLabels

/** Detail labels in order of precedence: the first kind that claims a label keeps it. */
const LABEL_KINDS: readonly LabelKind[] = [
  'manufacturer',
  'product_dimensions',
  'package_dimensions',
  'date_first_available',
  'sales_rank',
  'customer_reviews',
  'brand',
  'gtin',
]

/** Kinds come before grades, which they have too ("Refurbished - Good"); grades whose words contain those of others come first. */
const CONDITIONS: readonly OfferCondition[] = [
  'refurbished',
  'collectible',
  'open_box',
  'used_like_new',
  'used_very_good',
  'used_acceptable',
  'used_good',
]

/** Order: the first kind with a match wins. */
const REFUSALS = ['captcha', 'not_found', 'throttled'] as const satisfies readonly WordedPageKind[]

/** Words of a page and the kind that they prove. */
export interface PageWords {
  readonly kind: WordedPageKind
  /** Folded words, each with the displayed ones. */
  readonly words: ReadonlyMap<string, string>
}

/** A line with an author is short. Unit: characters. */
const MAX_LINE = 200
const BRACKETS = /[(（【[][^)）】\]]*[)）】\]]/g
const STARTS_WITH_LETTER = /^\p{L}/u

/** Lists of plain words, folded: all languages in one list. */
type WordList =
  | 'viewed'
  | 'exclusive'
  | 'rental'
  | 'two'
  | 'free'
  | 'promotion'
  | 'delivery'
  | 'stock'
  | 'unavailable'
  | 'no_offers'
  | 'empty_list'
  | 'struck'

/** The words of all languages, indexed: a page follows its visitor, so any language can occur on any marketplace. */
export class Words {
  /** Words with which search pages say that nothing matched. */
  readonly noResults: PageWords
  /** Words of small pages that are refusals. */
  readonly refusals: readonly PageWords[]
  readonly offer: OfferWords
  readonly date: DateWords
  readonly country: CountryWords
  private readonly lists: Readonly<Record<WordList, readonly string[]>>
  private readonly multipliers = new Map<string, number>()
  private readonly labels = new Map<string, LabelKind>()
  /** First words of labels that may continue in any way. */
  private readonly openLabels = new Map<string, LabelKind>()
  private readonly openLengths: readonly number[]
  private readonly ordinals: readonly string[]
  private readonly bylines: Templates
  private readonly by: RegExp
  private readonly author: RegExp
  private readonly places: Templates
  private readonly placeWords: ReadonlySet<string>
  private readonly ranks: Templates
  private readonly conditions: readonly Language['conditions'][]
  private readonly company: RegExp
  private readonly prime: RegExp
  private readonly countedNumber: RegExp

  constructor(languages: readonly Language[]) {
    const fold = (list: WordList): string[] => languages.flatMap((language) => language[list].map(foldLabel))
    this.lists = {
      viewed: fold('viewed'),
      exclusive: fold('exclusive'),
      rental: fold('rental'),
      two: fold('two'),
      free: fold('free'),
      promotion: fold('promotion'),
      delivery: fold('delivery'),
      stock: fold('stock'),
      unavailable: fold('unavailable'),
      no_offers: fold('no_offers'),
      empty_list: fold('empty_list'),
      struck: fold('struck'),
    }
    this.ordinals = languages.flatMap(({ ordinals }) => ordinals.map((ending) => ending.toLowerCase()))
    this.conditions = languages.map(({ conditions }) => mapValues(conditions, (words) => words.map(foldLabel)))
    this.bylines = new Templates(languages.flatMap(({ byline }) => byline))
    const by = languages.flatMap((language) => language.by)
    this.by = compileFirstWord(by)
    this.author = compileAuthor(by)
    this.places = new Templates(languages.flatMap(({ deliver_to }) => deliver_to))
    this.placeWords = new Set(
      languages.flatMap(({ deliver_to }) => deliver_to.map((template) => foldLabel(template.replace('{place}', '')))),
    )
    this.ranks = new Templates(languages.flatMap(({ sales_rank }) => sales_rank))
    this.company = compileNames(languages.flatMap((language) => language.company))
    this.prime = compileNames(languages.flatMap(({ prime }) => prime))
    const past = languages.flatMap((language) => language.past)
    this.countedNumber = new RegExp(past.length === 0 ? '\\p{N}' : `(?<!(?:${past.join('|')})\\s?)\\p{N}`, 'u')
    for (const { labels, multipliers } of languages) {
      for (const [word, factor] of Object.entries(multipliers)) this.multipliers.set(foldLabel(word), factor)
      for (const kind of LABEL_KINDS) for (const label of labels[kind] ?? []) this.addLabel(label, kind)
    }
    const lengths = new Set([...this.openLabels.keys()].map(({ length }) => length))
    this.openLengths = [...lengths].toSorted((a, b) => b - a)
    this.offer = new OfferWords(languages)
    this.date = new DateWords(languages)
    this.country = new CountryWords(languages)
    this.noResults = collectPageWords('no_results', languages)
    this.refusals = REFUSALS.map((kind) => collectPageWords(kind, languages))
  }

  /** Multiplier of a folded word after a rounded count. Absent: undefined. */
  readonly findMultiplier = (word: string): number | undefined => this.multipliers.get(word)

  /** Whether the text after a number makes it an ordinal. */
  readonly isOrdinal = (textAfter: string): boolean => {
    const after = textAfter.toLowerCase()
    return this.ordinals.some(
      (ending) => after.startsWith(ending) && !STARTS_WITH_LETTER.test(after.slice(ending.length)),
    )
  }

  /** The field that a row of the detail tables is for, by its label. Absent: null, for rows without a field of their own. */
  labelKind(label: string): LabelKind | null {
    const folded = foldPhrase(label)
    const known = this.labels.get(folded) ?? this.labels.get(folded.replace(/ ?[(（].*$/, ''))
    return known ?? this.findOpenLabel(folded)
  }

  /** Brand in a byline, without the words around it. Absent: null, for an unknown form of byline. */
  findBrand(byline: string): string | null {
    return this.bylines.read(clipPhrase(byline))?.get('brand') || null
  }

  /** The name of an author, without the word before it: "by Edda Moor". */
  cutBy(name: string): string {
    return name.replace(this.by, '')
  }

  /** The author at the end of a line that says when and by whom: "Published 2 months ago by Wren". Absent: null. */
  findAuthor(line: string): string | null {
    return this.author.exec(foldSpace(line.slice(0, MAX_LINE)))?.groups?.author ?? null
  }

  /** Delivery location in the header's line, without the words around it; "" for a line without one. Absent: null, for an unknown line. */
  findPlace(line: string): string | null {
    const place = this.places.read(trimLabel(clipPhrase(line)))?.get('place')
    return place ?? (this.placeWords.has(foldPhrase(line)) ? '' : null)
  }

  /** Parts of a best-seller rank. Absent: null, for a text of unknown form. */
  findRank(text: string): { readonly rank: string; readonly category: string } | null {
    const found = this.ranks.read(clipPhrase(text))
    const [rank, category] = [found?.get('rank'), found?.get('category')]
    return rank === undefined || category === undefined ? null : { rank, category }
  }

  /** Whether a text contains a word of a list: `free`, `promotion`, `delivery`, `stock`, `rental`, `viewed`, `two`, `no_offers` or `empty_list`. */
  says(list: Exclude<WordList, 'unavailable' | 'struck'>, text: string): boolean {
    return containsAny(text, this.lists[list])
  }

  /** Whether the words before an amount say that it is not, or no longer, the price. */
  readonly saysStruck = (text: string): boolean => text !== '' && containsAny(text, this.lists.struck)

  /** Whether an availability message says that the product can't be bought. */
  saysUnavailable(message: string): boolean {
    const folded = foldPhrase(message)
    return this.lists.unavailable.some((words) => folded.startsWith(words))
  }

  /** Whether a note has a number that is not the number of months it looks back. */
  saysHowMany(note: string): boolean {
    return this.countedNumber.test(note)
  }

  /** Whether a text names the membership that includes delivery. */
  saysPrime(text: string): boolean {
    return this.prime.test(text)
  }

  /** Whether a text names the marketplace's company. */
  saysCompany(text: string): boolean {
    return this.company.test(text)
  }

  /** Condition that a text names. Absent: null; "used" without a grade is not a condition. */
  findCondition(text: string): OfferCondition | null {
    const folded = foldPhrase(text)
    for (const condition of CONDITIONS) {
      if (this.conditions.some((conditions) => conditions[condition].some((words) => containsWords(folded, words)))) {
        return condition
      }
    }
    return null
  }

  /** Whether a text calls an offer used, in any grade. */
  saysUsed(text: string): boolean {
    const folded = foldPhrase(text)
    return this.conditions.some(({ used }) => used.some((words) => containsWords(folded, words)))
  }

  /** Whether a text calls an offer new. A grade of a used one can contain the word: "Like New". */
  saysNew(text: string): boolean {
    const folded = foldPhrase(text)
    return this.conditions.some((conditions) => conditions.new.some((words) => containsWords(folded, words)))
  }

  /** Whether a title says in brackets that the product is refurbished: "(Renewed)", "【整備済み品】". */
  saysRenewed(title: string): boolean {
    return (clipPhrase(title).match(BRACKETS) ?? []).some((remark) => this.findCondition(remark) === 'refurbished')
  }

  /** The kind of the longest known beginning of a label. */
  private findOpenLabel(folded: string): LabelKind | null {
    for (const length of this.openLengths) {
      const kind = this.openLabels.get(folded.slice(0, length))
      if (kind !== undefined) return kind
    }
    return null
  }

  private addLabel(label: string, kind: LabelKind): void {
    const folded = foldLabel(label)
    const isOpen = folded.endsWith('*')
    const labels = isOpen ? this.openLabels : this.labels
    const known = isOpen ? folded.slice(0, -1) : folded
    if (!labels.has(known)) labels.set(known, kind)
  }
}

function collectPageWords(kind: WordedPageKind, languages: readonly Language[]): PageWords {
  const displayed = languages.flatMap(({ pages }) => pages[kind] ?? [])
  return { kind, words: new Map(displayed.map((words) => [foldLabel(words), words])) }
}

function mapValues<Key extends string, From, To>(from: Readonly<Record<Key, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, map(value)])) as Record<Key, To>
}
