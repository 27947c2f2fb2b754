import { clipPhrase } from '../text/clip.ts'
import { foldLabel, trimLabel } from '../text/label.ts'
import type { Condition, DetailLabels, Language } from './language.ts'

export type LabelKind = keyof DetailLabels

const LABEL_KINDS: readonly LabelKind[] = [
  'manufacturer',
  'product_dimensions',
  'package_dimensions',
  'date_first_available',
  'sales_rank',
  'customer_reviews',
  'brand',
]

/** Kinds before grades, which they have too ("Refurbished - Good"); of grades, those that hold the words of others first. */
const CONDITIONS: readonly Condition[] = [
  'refurbished',
  'collectible',
  'open_box',
  'used_like_new',
  'used_very_good',
  'used_acceptable',
  'used_good',
]

const DAY_OR_NUMBER = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|\p{N}+/gu
const DAY_OR_YEAR = /^\p{N}{1,4}$/u
const LETTER = /[\p{L}\p{N}]/u

/**
 * The words of all languages, made ready to be looked up: pages follow their
 * visitor, so that any language can occur on any marketplace.
 */
export class Words {
  private readonly months = new Map<string, number>()
  private readonly labels = new Map<string, LabelKind>()
  /** How labels begin that may go on in any way. */
  private readonly openLabels = new Map<string, LabelKind>()
  private readonly openLengths: readonly number[]
  private readonly days: ReadonlySet<string>
  private readonly free: readonly string[]
  private readonly bylines: readonly RegExp[]
  private readonly places: readonly RegExp[]
  private readonly placeWords: ReadonlySet<string>
  private readonly ranks: readonly RegExp[]
  private readonly stock: readonly string[]
  private readonly unavailable: readonly string[]
  private readonly viewed: readonly string[]
  private readonly rental: readonly string[]
  private readonly conditions: readonly Language['conditions'][]

  constructor(languages: readonly Language[]) {
    this.days = new Set(languages.flatMap(({ days }) => days.map(foldLabel)))
    this.free = languages.flatMap(({ free }) => free.map(foldLabel))
    this.stock = languages.flatMap(({ stock }) => stock.map(foldLabel))
    this.unavailable = languages.flatMap(({ unavailable }) => unavailable.map(foldLabel))
    this.viewed = languages.flatMap(({ viewed }) => viewed.map(foldLabel))
    this.rental = languages.flatMap(({ rental }) => rental.map(foldLabel))
    this.conditions = languages.map(({ conditions }) => mapValues(conditions, (words) => words.map(foldLabel)))
    this.bylines = compileTemplates(languages.flatMap(({ byline }) => byline))
    this.places = compileTemplates(languages.flatMap(({ deliver_to }) => deliver_to))
    this.placeWords = new Set(
      languages.flatMap(({ deliver_to }) => deliver_to.map((template) => foldLabel(template.replace('{place}', '')))),
    )
    this.ranks = compileTemplates(languages.flatMap(({ sales_rank }) => sales_rank))
    for (const { months, labels } of languages) {
      months.forEach((names, index) => names.forEach((name) => this.months.set(foldLabel(name), index + 1)))
      for (const kind of LABEL_KINDS) for (const label of labels[kind]) this.addLabel(label, kind)
    }
    const lengths = new Set([...this.openLabels.keys()].map(({ length }) => length))
    this.openLengths = [...lengths].toSorted((a, b) => b - a)
  }

  /** Where a date begins in a text: at a day, a month or a number; -1 without one. */
  findDate(text: string): number {
    for (const { 0: word, index } of clipPhrase(text).matchAll(DAY_OR_NUMBER)) {
      const folded = foldLabel(word)
      if (DAY_OR_YEAR.test(folded) || this.days.has(folded) || this.months.has(folded)) return index
    }
    return -1
  }

  /** 1 to 12 for the folded name of a month. */
  readonly findMonth = (word: string): number | undefined => this.months.get(word)

  /** What a row of the detail tables is about; null for all that has no field of its own. */
  labelKind(label: string): LabelKind | null {
    const folded = foldPhrase(label)
    const known = this.labels.get(folded) ?? this.labels.get(folded.replace(/ ?[(（].*$/, ''))
    return known ?? this.findOpenLabel(folded)
  }

  /** Brand in a byline, without what stands round it; null when the byline is of no known form. */
  findBrand(byline: string): string | null {
    const phrase = clipPhrase(byline)
    for (const pattern of this.bylines) {
      const brand = pattern.exec(phrase)?.groups?.brand?.trim()
      if (brand) return brand
    }
    return null
  }

  /** Place in the header's line, without what stands round it; "" when there is none, null for an unknown line. */
  findPlace(line: string): string | null {
    const plain = trimLabel(clipPhrase(line))
    for (const pattern of this.places) {
      const place = pattern.exec(plain)?.groups?.place
      if (place !== undefined) return place.trim()
    }
    return this.placeWords.has(foldPhrase(line)) ? '' : null
  }

  /** Parts of a best-seller rank; null for a text of no known form. */
  findRank(text: string): { readonly rank: string; readonly category: string } | null {
    const phrase = clipPhrase(text)
    for (const pattern of this.ranks) {
      const { rank, category } = pattern.exec(phrase)?.groups ?? {}
      if (rank !== undefined && category !== undefined) return { rank, category: category.trim() }
    }
    return null
  }

  /** Whether a text says that something is free of charge. */
  saysFree(text: string): boolean {
    return containsAny(text, this.free)
  }

  /** Whether a note counts who looked at a product. */
  saysViewed(note: string): boolean {
    return containsAny(note, this.viewed)
  }

  /** Whether a price is paid for a time, by the words beside it. */
  saysRental(text: string): boolean {
    return containsAny(text, this.rental)
  }

  /** Whether a line is about stock or dispatch. */
  saysStock(line: string): boolean {
    return containsAny(line, this.stock)
  }

  /** Whether an availability message says that the product can't be bought. */
  saysUnavailable(message: string): boolean {
    const folded = foldPhrase(message)
    return this.unavailable.some((words) => folded.startsWith(words))
  }

  /** Condition that a text names; "used" without a grade is none. */
  findCondition(text: string): Condition | null {
    const folded = foldPhrase(text)
    for (const condition of CONDITIONS) {
      if (this.conditions.some((conditions) => conditions[condition].some((words) => containsWords(folded, words)))) {
        return condition
      }
    }
    return null
  }

  /** Whether a text calls an offer used, in whatever grade. */
  saysUsed(text: string): boolean {
    const folded = foldPhrase(text)
    return this.conditions.some(({ used }) => used.some((words) => containsWords(folded, words)))
  }

  /** By how a label begins: the longest beginning that is known. */
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

function foldPhrase(text: string): string {
  return foldLabel(clipPhrase(text))
}

function mapValues<Key extends string, From, To>(from: Readonly<Record<Key, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, map(value)])) as Record<Key, To>
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** The longest first: "Odwiedź sklep marki {brand}" says more than "Odwiedź sklep {brand}". */
function compileTemplates(templates: readonly string[]): RegExp[] {
  return [...new Set(templates)].toSorted((a, b) => b.length - a.length).map(compileTemplate)
}

/** Compiles "Visit the {brand} Store" to a pattern with a named group for each place holder. */
function compileTemplate(template: string): RegExp {
  const pattern = widenArabic(template.replace(SPECIAL, '\\$&'))
    .replaceAll(/ ?[:：] ?/g, '\\s*[:：]\\s*')
    .replaceAll("'", "['\u2019]")
    .replaceAll(' ', '\\s+')
    // What is printed before a number says that it is one: "#", "Nr.", "n.º", "Pozycja".
    .replace(/^\\\{rank/, '\\P{N}{0,60}$&')
    .replace('\\s+\\{rank', '\\s*\\{rank')
    .replace('\\{rank\\}', '(?<rank>\\d[\\d.,\\s]{0,19}?)')
    .replace(/\\\{(\w+)\\\}/g, '(?<$1>.+?)')
  return new RegExp(`^${pattern}$`, 'iu')
}

/** Arabic can be written with the marks of short vowels and of alef's forms, or without. */
function widenArabic(pattern: string): string {
  return pattern
    .replaceAll(/[\u064B-\u0652]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/[\u0621-\u064A]/g, '$&[\\u064B-\\u0652]{0,2}')
    .replaceAll('ا', '[اأإآ]')
}

/** Whether any of some folded words stand in a text. */
function containsAny(text: string, words: readonly string[]): boolean {
  const folded = foldPhrase(text)
  return words.some((entry) => containsWords(folded, entry))
}

/** Scripts without blanks between words. */
const WIDE = /[\u3040-\u30ff\u4e00-\u9fff]/

/**
 * Whether words stand in a text with no letter before or behind them. Scripts
 * without blanks need none, but for a single letter: it is a part of other words.
 */
function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const isWide = words.length > 1 && WIDE.test(words)
    const before = text[at - 1] ?? ' '
    const behind = text[at + words.length] ?? ' '
    if (isWide || (!LETTER.test(before) && !LETTER.test(behind))) return true
  }
  return false
}
