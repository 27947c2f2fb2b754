import type { Candidates } from '../../field/field-reader.ts'
import type { Element } from '../../html/node.ts'
import { isInsideAny, nextSiblingElement } from '../../html/walk.ts'
import { compileSelector } from '../../selector/selector.ts'
import { readText } from '../../text/read-text.ts'
import { hidesItself, isHidden } from '../../text/visibility.ts'
import type { CardReading } from '../card-reading.ts'
import { mainPrice, rowOf } from './price.ts'

/** What the card says about delivery of its first offer, lines joined by a blank; stock and dispatch have rows of their own. */
export function shipping_information(reading: CardReading): string | null {
  const { rows, beside, line } = reading.selectors.shipping_information
  const block = joinRows(reading, rows) ?? joinLinesBeside(reading, beside)
  // Of what can't be had, such a line says just that.
  return block !== null || reading.get('price') === null ? block : joinRows(reading, line)
}

function joinRows({ page, card, fields, isOfFirstOffer }: CardReading, candidates: Candidates): string | null {
  for (const candidate of candidates) {
    const isRead = (row: Element): boolean => isOfFirstOffer(row) && !isHidden(row, card)
    const rows = new Set(candidate.selectItems(page, card).filter(isRead))
    const outer = [...rows].filter((row) => !isInsideAny(row, rows))
    const lines = outer.map((row) => readText(row, { skip: isNoDelivery })).filter((line) => line !== '')
    if (lines.length > 0) return fields.derive('shipping_information', candidate.source, lines.join(' '))
  }
  return null
}

/** Icons, what opens on a click, and badges of programmes, which share the row. */
function isNoDelivery(element: Element): boolean {
  if (element.name === 'i' || hidesItself(element)) return true
  return element.attributeList.get('data-action') === 's-pc-popover'
}

const NUMBER = /\p{N}/u
/** Such a line says who may buy, not when it comes. */
const PRIME = /(?<!\p{L})Prime(?!\p{L})/u

/** A year stands in the date of a release, not in that of a delivery. */
const YEAR = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N})/u

function isDelivery(line: string, { marketplace }: CardReading): boolean {
  return !PRIME.test(line) && !YEAR.test(line) && !marketplace.words.saysStock(line)
}

/** A fee in the row of the main price, and the lines in the rows below it. */
function joinLinesBeside(reading: CardReading, candidates: Candidates): string | null {
  const { page, card, fields } = reading
  const shown = reading.once(mainPrice)?.element
  if (!shown) return null
  const priceRow = rowOf(shown, card)
  for (const candidate of candidates) {
    const linesOf = (row: Element): string[] => candidate.selectItems(page, row).map((line) => readText(line))
    const fees = linesOf(priceRow).filter((line) => NUMBER.test(line))
    const below = rowsBelow(priceRow, candidate, reading).flatMap(linesOf)
    const text = [...fees, ...below].filter((line) => line !== '' && isDelivery(line, reading)).join(' ')
    if (text !== '') return fields.derive('shipping_information', candidate.source, text)
  }
  return null
}

const links = compileSelector('a', 'shipping_information.links')
const offerLinks = compileSelector('a[href*="/offer-listing/"]', 'shipping_information.offerLinks')

/** Rows that follow the price's, until one with a link; the heading of other offers is none of them. */
function rowsBelow(priceRow: Element, candidate: Candidates[number], { page }: CardReading): Element[] {
  const rows: Element[] = []
  for (let row = nextSiblingElement(priceRow); row?.name === 'div'; row = nextSiblingElement(row)) {
    if (links.selectFirst(page, row) === null) {
      rows.push(row)
      continue
    }
    const isHeaded = offerLinks.selectFirst(page, row) !== null && candidate.selectFirst(page, row) === null
    return isHeaded ? rows.slice(0, -1) : rows
  }
  return rows
}
