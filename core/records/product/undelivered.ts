import { refusal } from '../../field/trace.ts'
import { inFeaturedOffer } from './offers.ts'
import type { ProductReading } from './reading.ts'

const OTHER_MESSAGE = refusal('says nothing about the place of delivery')

/**
 * The shop's message that it does not deliver the product to the place that the
 * page is for; empty, if the page says so without a message.
 *
 * Absent: null, the page does not say so.
 * Source: golden/product/com/not-delivered-here; seen on com 2023 to 2026, de and fr 2019, eg 2024.
 */
export function findUndelivered(reading: ProductReading): string | null {
  // Beside a promise, a message is about something else.
  if (reading.get('delivery').length > 0) return null
  const field = reading.field('is_deliverable')
  const options = reading.once(inFeaturedOffer)
  const refused = field.part('refusal').text(options)
  if (refused !== null) return refused
  if (field.part('sign').has({ ...options, isVisible: false })) return reading.get('stock') ?? ''
  const { offer: words } = reading.words
  return field.part('message').value((text) => (words.saysUndeliverable(text) ? text : OTHER_MESSAGE), options)
}
