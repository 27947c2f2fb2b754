import type { Candidates } from '../../field/field-reader.ts'
import type { Element } from '../../html/node.ts'
import { isInside } from '../../html/walk.ts'
import { parseOfferCount } from '../../text/amounts.ts'
import { readText } from '../../text/read-text.ts'
import { hidesItself, isHidden } from '../../text/visibility.ts'
import type { CardReading } from '../card-reading.ts'

/** A Prime badge stands on the card. */
export function is_prime({ card, fields, selectors }: CardReading): boolean {
  return fields.has('is_prime', selectors.is_prime, { scope: card, isVisible: true })
}

/** What the delivery block of the first offer says, lines joined by a blank; stock and dispatch have rows of their own. */
export function shipping_information(reading: CardReading): string | null {
  const { rows, line } = reading.selectors.shipping_information
  const block = joinRows(reading, rows)
  // Of what can't be had, such a line says just that.
  return block !== null || reading.get('price') === null ? block : joinRows(reading, line)
}

function joinRows({ page, card, fields }: CardReading, candidates: Candidates): string | null {
  for (const candidate of candidates) {
    const rows = candidate.selectAll(page, card).filter((row) => !isHidden(row, card))
    const outer = rows.filter((row) => !rows.some((other) => other !== row && isInside(row, other)))
    const lines = outer.map((row) => readText(row, { skip: isNoDelivery })).filter((line) => line !== '')
    if (lines.length === 0) continue
    return fields.derive('shipping_information', candidate.source, lines.join(' '))
  }
  return null
}

/** Icons, what opens on a click, and badges of programmes, which share the row. */
function isNoDelivery(element: Element): boolean {
  if (element.name === 'i' || hidesItself(element)) return true
  return element.attributeList.get('data-action') === 's-pc-popover'
}

/** Number of offers that the card announces for its first format. */
export function pricing_count({ card, fields, selectors }: CardReading): number | null {
  return fields.value('pricing_count', selectors.pricing_count, (text) => parseOfferCount(text) ?? undefined, {
    scope: card,
    isVisible: true,
  })
}
