import { fill, type Day, type Locale } from '../locale.ts'
import type { Random } from '../random.ts'
import { inventPrice, roundTo } from './invent-listing.ts'
import type { DeliveryLine, SearchLayout } from './search-truth.ts'

interface DeliveryDraft {
  readonly locale: Locale
  readonly layout: SearchLayout
  readonly currency: string
  readonly isPrime: boolean
  readonly random: Random
}

/** What a card says about the delivery of something that has a price; nothing for some. */
export function inventDelivery(draft: DeliveryDraft): DeliveryLine[] {
  const { random } = draft
  if (random.chance(draft.layout === 'table' ? 0.3 : 0.12)) return []
  const promise = random.chance(draft.isPrime ? 0 : 0.25) ? inventPaid(draft) : inventFree(draft)
  return [...promise, ...inventFastest(draft)]
}

/** Until 2018 a fee stands beside the price, and no date with it. */
function inventPaid({ locale, layout, currency, random }: DeliveryDraft): DeliveryLine[] {
  const fee = roundTo(inventPrice(random, currency) / 40 + 1, currency)
  const words = fill(locale.phrases.delivery.paid, { price: locale.money(fee, currency).text })
  const date = layout === 'list' || random.chance(0.2) ? '' : inventDate(locale, random)
  return [{ words, date, condition: '' }]
}

function inventFree({ locale, layout, currency, random }: DeliveryDraft): DeliveryLine[] {
  const { free, free_above } = locale.phrases.delivery
  const isAbove = random.chance(0.2)
  const price = locale.money(roundTo(inventPrice(random, currency) / 10 + 5, currency), currency).text
  const condition = isAbove ? fill(free_above, { price }) : ''
  // Until 2018 a line for the date, and one for the rest.
  if (layout !== 'list') return [{ words: free, date: inventDate(locale, random), condition }]
  return [
    { words: '', date: inventDate(locale, random), condition: '' },
    { words: free, date: '', condition },
  ]
}

function inventFastest({ locale, layout, random }: DeliveryDraft): DeliveryLine[] {
  if (layout !== 'current' || !random.chance(0.4)) return []
  return [{ words: locale.phrases.delivery.fastest, date: inventDate(locale, random), condition: '' }]
}

function inventDate(locale: Locale, random: Random): string {
  const day: Day = { year: 2026, month: random.int(1, 12), day: random.int(1, 28) }
  return locale.date(day, 'delivery')
}
