import type { ReadOptions } from '../../field/field-reader.ts'
import { readElement } from '../../field/read-element.ts'
import { readPrime } from '../../field/read-prime.ts'
import { findPromise, readPromises, type DeliveryPromise } from '../../field/read-promises.ts'
import { refusal, type Refusal } from '../../field/trace.ts'
import type { OfferCondition } from '../../marketplace/offer-conditions.ts'
import { foldDigits } from '../../text/digits.ts'
import { toNumber } from '../../text/number.ts'
import type { OfferFields, OfferReading } from './reading.ts'
import { findPlace } from './seller.ts'

const NO_PROMISE = refusal('no promise with a date')
const NO_GRADE = refusal('used, without a grade')

export const terms = {
  /**
   * Whether the block is that of the featured offer.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  is_featured: (field, { scope }) => {
    const own = field.candidates.find((selector) => selector.matches(scope))
    return own === undefined ? false : field.derive(own.source, true, [scope])
  },

  /**
   * Condition of the offer, by the words of its heading. A product whose title says so in brackets is refurbished, not new.
   *
   * Absent: the heading is missing, or says "used" without a grade.
   * Source: golden/offers/com/panel-of-2025, golden/offers/de/used-and-renewed.
   */
  condition: (field, reading) => {
    const heading = reading.get('condition_text')
    if (heading === null) return null
    const found = parseCondition(heading, reading)
    if (found === null) field.blame('field: condition_text', heading)
    if (found === 'new' && isRenewed(reading)) return field.derive('field: title', 'refurbished')
    return typeof found === 'string' ? field.derive('field: condition_text', found) : null
  },

  /**
   * The condition as displayed.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  condition_text: (field) => field.text({ isVisible: true }),

  /**
   * The seller's words about the condition, without controls. The page shows them when the visitor expands them.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/com/listing-of-2019.
   */
  condition_note: (field, { text }) => {
    const skip = field.part('left_out').matches
    return field.part('text').value((_, element) => text.read(element, { skip }) || NO_TEXT)
  },

  /**
   * A Prime badge, or a delivery promise with Prime, also one that the page shows when the visitor asks for
   * more; an invitation to join does not count.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/com/promise-behind-more.
   */
  is_prime: (field, reading) => readPrime(field, reading, { promises: ALSO_HIDDEN }),

  /**
   * Delivery promises, also those that the page shows when the visitor asks for more: the date as the page
   * marks it, and the words before it.
   *
   * Source: golden/offers/com/panel-of-2025, golden/offers/com/promise-behind-more, golden/offers/com/listing-of-2019.
   */
  delivery: (field, reading) => {
    for (const candidate of field.part('promise').eachCandidate()) {
      const first = candidate.value((_, element) => readPromises(element, field, reading)[0] ?? NO_PROMISE, ALSO_HIDDEN)
      if (first === null) continue
      const blocks = candidate.elements(ALSO_HIDDEN)
      return withoutRepeated(blocks.flatMap((block) => readPromises(block, field, reading)))
    }
    return field.part('line').value((line) => readLine(line, reading)) ?? []
  },

  /**
   * Smallest number in the choice of quantities.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  min_quantity: (field, reading) => {
    const quantities = reading.once(readQuantities)
    return field.derive('field: max_quantity', quantities.length === 0 ? null : Math.min(...quantities))
  },

  /**
   * Largest number in the choice of quantities, which opens when the offer is in the cart.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  max_quantity: (_, reading) => {
    const quantities = reading.once(readQuantities)
    return quantities.length === 0 ? null : Math.max(...quantities)
  },

  /**
   * First line of the availability message, else the line about delivery that says what is in stock.
   *
   * Source: golden/offers/de/used-and-renewed, golden/offers/com/listing-of-2019.
   */
  stock: (field, reading) => {
    const { text, words } = reading
    const message = field
      .part('message')
      .value((_, element) => text.readLines(element).split('\n')[0] || NO_TEXT, { isVisible: true })
    const readStock = (line: string): string | Refusal =>
      words.says('stock', line) && findPlace(line, words) === null ? line : OTHER_LINE
    return message ?? field.part('line').value(readStock, { isVisible: true })
  },

  /**
   * Id of the offer in forms of the cart.
   *
   * Source: golden/offers/com/panel-of-2025.
   */
  offer_id: (field) => field.text(),
} satisfies Partial<OfferFields>

const NO_TEXT = refusal('no text')
const OTHER_LINE = refusal('says nothing about stock')
/** The panel hides promises that do not fit. */
const ALSO_HIDDEN: ReadOptions = { isVisible: false }

/** Grades come before "new", because "Like New" contains it. */
function parseCondition(heading: string, { words }: OfferReading): OfferCondition | Refusal | null {
  const named = words.findCondition(heading)
  if (named !== null) return named
  if (words.saysUsed(heading)) return NO_GRADE
  return words.saysNew(heading) ? 'new' : null
}

/** Whether the title of the page says in brackets that the product is refurbished. */
function isRenewed(reading: OfferReading): boolean {
  const { page, text, words } = reading
  const titles = reading
    .field('title')
    .part('heading')
    .candidates.map((selector) => selector.selectFirst(page))
  const title = titles.find((element) => element !== null) ?? null
  return title !== null && words.saysRenewed(text.read(title))
}

/** "In Stock on May 3" promises no delivery. */
function readLine(line: string, reading: OfferReading): DeliveryPromise[] | Refusal {
  const promise = reading.words.says('stock', line) ? null : findPromise(line, reading)
  return promise === null ? NO_PROMISE : [promise]
}

function withoutRepeated(promises: readonly DeliveryPromise[]): DeliveryPromise[] {
  return [...new Map(promises.map((promise) => [JSON.stringify(promise), promise])).values()]
}

/** "6+" is 6. */
const DIGITS_AT_START = /^\s*\d+/
/** More than real choices have. Later ones are ignored. */
const MAX_QUANTITIES = 1000

function readQuantities(reading: OfferReading): readonly number[] {
  const field = reading.field('max_quantity')
  for (const candidate of field.candidates) {
    const options = candidate.selectItems(reading.page, reading.scope).slice(0, MAX_QUANTITIES)
    const numbers = options.flatMap((option) => {
      const text = readElement(option, candidate.mode, reading.text)
      const number = toNumber(DIGITS_AT_START.exec(foldDigits(text))?.[0] ?? '') ?? 0
      return number > 0 ? [number] : []
    })
    if (numbers.length === 0) continue
    field.credit(candidate.source, numbers.join(' '), options)
    return numbers
  }
  return []
}
