import type { FieldReader } from '../../field/field-reader.ts'
import type { Element } from '../../html/tree/node.ts'
import { isInsideAny, nextSiblingElement } from '../../html/tree/walk.ts'
import { isOfFirstOffer, type CardFields, type CardReading } from './reading.ts'
import { readMainPrice, rowOf } from './price.ts'

export const delivery = {
  /**
   * Lines about the delivery of the card's first offer, joined by a space; stock and dispatch do not count.
   *
   * Source: golden/search/in/lakh-grouping-and-delivery-lines.
   */
  shipping_information: (field, reading) => {
    const block = joinRows(field.part('rows'), reading) ?? joinLinesBelow(field.part('lines'), reading)
    return block ?? joinRows(field.part('line'), reading)
  },
} satisfies Partial<CardFields>

/** Visible rows of the first offer, without those about something else. */
function joinRows(part: FieldReader, reading: CardReading): string | null {
  const { page, scope, text } = reading
  const skip = reading.field('shipping_information').part('left_out').matches
  for (const candidate of part.candidates) {
    const isRead = (row: Element): boolean => isOfFirstOffer(row, reading) && !text.isHidden(row, scope)
    const rows = new Set(candidate.selectItems(page, scope).filter(isRead))
    const outer = [...rows].filter((row) => !isInsideAny(row, rows))
    const lines = outer
      .map((row) => text.read(row, { skip }))
      .filter((line) => line !== '' && !speaksOfStock(line, reading))
      .filter((line) => speaksOfDelivery(line, reading) || !speaksOfOther(line, reading))
    if (lines.length > 0) return part.derive(candidate.source, lines.join(' '), outer)
  }
  return null
}

function speaksOfDelivery(line: string, { words }: CardReading): boolean {
  return words.says('delivery', line)
}

/** A year is part of a release date, not of a delivery date. */
const YEAR = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N})/u

/** Whether a line is about stock or dispatch. */
function speaksOfStock(line: string, { words }: CardReading): boolean {
  return words.saysUnavailable(line) || words.says('stock', line)
}

/** Whether a line is about a release, or who may buy. */
function speaksOfOther(line: string, { site }: CardReading): boolean {
  return YEAR.test(line) || site.patterns.membership.test(line)
}

/** Lines next to a price can be about anything. */
function isDelivery(line: string, reading: CardReading): boolean {
  if (speaksOfStock(line, reading) || speaksOfOther(line, reading)) return false
  return speaksOfDelivery(line, reading) || reading.words.date.hasFullDay(line)
}

/** A line in the row of the main price, and the lines in the rows below it. */
function joinLinesBelow(part: FieldReader, reading: CardReading): string | null {
  const { page, text: pageText } = reading
  const shown = reading.once(readMainPrice)?.element
  if (!shown) return null
  const priceRow = rowOf(shown, reading)
  for (const candidate of part.candidates) {
    const linesOf = (row: Element): string[] => candidate.selectItems(page, row).map((line) => pageText.read(line))
    const hasLines = (row: Element): boolean => candidate.selectFirst(page, row) !== null
    const below = rowsBelow(priceRow, hasLines, reading).flatMap(linesOf)
    const text = [...linesOf(priceRow), ...below].filter((line) => isDelivery(line, reading)).join(' ')
    if (text !== '') return part.derive(candidate.source, text)
  }
  return null
}

/** Rows after the row of the price, up to one with a link; the heading of other offers does not count. */
function rowsBelow(priceRow: Element, hasLines: (row: Element) => boolean, reading: CardReading): Element[] {
  const field = reading.field('shipping_information')
  const rows: Element[] = []
  for (let row = nextSiblingElement(priceRow); row?.name === 'div'; row = nextSiblingElement(row)) {
    if (!field.part('link').existsIn(row)) {
      rows.push(row)
      continue
    }
    const hasHeading = field.part('offer_link').existsIn(row) && !hasLines(row)
    return hasHeading ? rows.slice(0, -1) : rows
  }
  return rows
}
