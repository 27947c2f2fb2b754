import { clipPhrase } from '../text/clip.ts'
import { foldLabel } from '../text/label.ts'
import type { Language, OfferLabelKind } from './language.ts'
import { containsAny, foldPhrase } from './word-patterns.ts'

/** A label and a name are short. Unit: characters. */
const MAX_LABELED = 200
const SENTENCE_END = /[.。!]\s|。/
/** A code to type: "LEITURA20". */
const CODE = /(?<![\p{L}\p{N}])(?=\d*[A-Z])[A-Z\d]{4,20}(?![\p{L}\p{N}])/gu
/** How far from a code the word for it can be. Unit: characters. */
const CODE_REACH = 24
const HAS_DIGIT = /\d/
/** A colon of its own: "20% : LEITURA". After a word, the code must have a digit. */
const AFTER_COLON = /(?:^|\s)[:：]\s*$/
const AFTER_LABEL = /[:：]\s*$/
const LAST_WORD = /([\p{L}\p{M}]+)[^\p{L}\p{N}]{0,4}$/u
const FIRST_WORD = /^[^\p{L}\p{N}]{0,4}([\p{L}\p{M}]+)/u
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
  private readonly couponCode: readonly string[]
  private readonly subscription: readonly string[]

  constructor(languages: readonly Language[]) {
    const row = (kind: OfferLabelKind): ReadonlySet<string> =>
      new Set(languages.flatMap(({ offer_rows }) => offer_rows[kind].map(foldLabel)))
    this.rows = { seller: row('seller'), fulfiller: row('fulfiller'), returns: row('returns') }
    this.price = languages.flatMap(({ set_price }) => set_price.price.map(foldLabel))
    this.publisher = languages.flatMap(({ set_price }) => set_price.publisher.map(foldLabel))
    this.onCondition = languages.flatMap(({ on_condition }) => on_condition.map(foldLabel))
    this.undeliverable = languages.flatMap(({ undeliverable }) => undeliverable?.not.map(foldLabel) ?? [])
    this.place = languages.flatMap(({ undeliverable }) => undeliverable?.place.map(foldLabel) ?? [])
    this.couponCode = languages.flatMap(({ coupon_code }) => coupon_code.map(foldLabel))
    this.subscription = languages.flatMap(({ subscription }) => subscription.map(foldLabel))
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

  /** Whether a text is about a subscription to regular deliveries. */
  saysSubscription(text: string): boolean {
    return containsAny(text, this.subscription)
  }

  /** The code in the text of a coupon: capitals and digits after a colon, or next to a word for a code. Absent: null. */
  findCouponCode(text: string): string | null {
    for (const { 0: code, index } of clipPhrase(text).matchAll(CODE)) {
      const before = text.slice(Math.max(0, index - CODE_REACH), index)
      const after = text.slice(index + code.length, index + code.length + CODE_REACH)
      if (AFTER_COLON.test(before) || (AFTER_LABEL.test(before) && HAS_DIGIT.test(code))) return code
      const words = [LAST_WORD.exec(before)?.[1] ?? '', FIRST_WORD.exec(after)?.[1] ?? '']
      if (words.some((word) => containsAny(word, this.couponCode))) return code
    }
    return null
  }

  /** Whether a line is the control next to the delivery location. */
  isLocationControl(line: string): boolean {
    const folded = foldPhrase(line)
    return this.controls.some((words) => folded.startsWith(words))
  }
}
