import type { Element } from '../../html/node.ts'
import { isInside } from '../../html/walk.ts'
import { parseOfferCount } from '../../text/amounts.ts'
import { readText } from '../../text/read-text.ts'
import type { CardReading } from '../card-reading.ts'

/** A Prime badge stands on the card. */
export function is_prime({ card, fields, selectors }: CardReading): boolean {
  return fields.has('is_prime', selectors.is_prime, { scope: card, isVisible: true })
}

/** What the delivery block of the first offer says, lines joined by a blank; stock and dispatch have rows of their own. */
export function shipping_information({ card, fields, selectors }: CardReading): string | null {
  for (const candidate of selectors.shipping_information) {
    const rows = candidate.selectAll(fields.page, card)
    const outer = rows.filter((row) => !rows.some((other) => other !== row && isInside(row, other)))
    const lines = outer.map((row) => readText(row, { skip: isIcon })).filter((line) => line !== '')
    if (lines.length === 0) continue
    const text = lines.join(' ')
    fields.credit('shipping_information', candidate.source, text)
    return text
  }
  return null
}

function isIcon({ name }: Element): boolean {
  return name === 'i'
}

/** Number of offers that the card announces for its first format. */
export function pricing_count({ card, fields, selectors }: CardReading): number | null {
  return fields.value('pricing_count', selectors.pricing_count, (text) => parseOfferCount(text) ?? undefined, {
    scope: card,
    isVisible: true,
  })
}
