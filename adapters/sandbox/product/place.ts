import type { Markup } from '../markup.ts'
import { placeLine, printPlace } from '../frame.ts'
import type { ProductView } from './product-view.ts'

/** The place in one line, or below words of its own. */
export function printProductPlace({ record, phrases, locale }: ProductView): Markup | null {
  const place = record.delivery_location
  if (place === null) return null
  const isOneLine = place.length % 2 === 0
  return isOneLine ? placeLine(1, phrases.delivery.deliver_to.replace('{place}', place)) : printPlace(locale, place)
}
