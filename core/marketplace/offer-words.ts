import { clipPhrase } from '../text/clip.ts'
import { foldLabel } from '../text/label.ts'
import type { Language, OfferLabelKind } from './language.ts'
import { containsAny, foldPhrase } from './word-patterns.ts'

/** A label and a name are short. Unit: characters. */
const MAX_LABELED = 200
const SENTENCE_END = /[.。!]\s|。/
const LABEL_END = /\s*[:：]\s*|\s+/g

/** Words about an offer, of all languages. */
export class OfferWords {
  private readonly rows: Readonly<Record<OfferLabelKind, ReadonlySet<string>>>
  private readonly price: readonly string[]
  private readonly publisher: readonly string[]
  private readonly onCondition: readonly string[]
  private readonly controls: readonly string[]
  private readonly undeliverable: readonly string[]
  private readonly place: readonly string[]

  constructor(languages: readonly Language[]) {
    const row = (kind: OfferLabelKind): ReadonlySet<string> =>
      new Set(languages.flatMap(({ offer_rows }) => offer_rows[kind].map(foldLabel)))
    this.rows = { seller: row('seller'), fulfiller: row('fulfiller'), returns: row('returns') }
    this.price = languages.flatMap(({ set_price }) => set_price.price.map(foldLabel))
    this.publisher = languages.flatMap(({ set_price }) => set_price.publisher.map(foldLabel))
    this.onCondition = languages.flatMap(({ on_condition }) => on_condition.map(foldLabel))
    this.undeliverable = languages.flatMap(({ undeliverable }) => undeliverable?.not.map(foldLabel) ?? [])
    this.place = languages.flatMap(({ undeliverable }) => undeliverable?.place.map(foldLabel) ?? [])
    this.controls = languages.flatMap(({ location_control }) => location_control.map(foldLabel))
  }

  /** Whether a row about an offer is of a kind, by its label. */
  isRow(kind: OfferLabelKind, label: string): boolean {
    return this.rows[kind].has(foldPhrase(label))
  }

  /** The text after the longest label of a kind, with or without a colon. Absent: null, the text does not begin with one. */
  cutLabel(kind: OfferLabelKind, text: string): string | null {
    const phrase = text.slice(0, MAX_LABELED)
    const ends = [...phrase.matchAll(LABEL_END)]
    const end = ends.findLast(({ index }) => this.isRow(kind, phrase.slice(0, index)))
    return end === undefined ? null : phrase.slice(end.index + end[0].length)
  }

  /** Whether a text is a note that the publisher sets the price. */
  saysSetPrice(text: string): boolean {
    return containsAny(text, this.price) && containsAny(text, this.publisher)
  }

  /** Whether a text ties an amount, or free shipping, to a condition. */
  saysCondition(text: string): boolean {
    return containsAny(text, this.onCondition)
  }

  /** Whether a sentence of a message says that the product is not delivered to the visitor's place. */
  saysUndeliverable(text: string): boolean {
    return clipPhrase(text)
      .split(SENTENCE_END)
      .some((sentence) => containsAny(sentence, this.undeliverable) && containsAny(sentence, this.place))
  }

  /** Whether a line is the control next to the delivery location. */
  isLocationControl(line: string): boolean {
    const folded = foldPhrase(line)
    return this.controls.some((words) => folded.startsWith(words))
  }
}
