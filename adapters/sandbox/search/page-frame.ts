import { printFrame, printPlace } from '../frame.ts'
import type { Markup } from '../markup.ts'
import { filler } from '../weight.ts'
import type { SearchView } from './search-view.ts'

/** A whole page round its results. */
export function printPage(view: SearchView, results: Markup): string {
  const { locale, truth, random } = view
  const { query } = truth
  const frame = {
    title: `${locale.shopName} : ${query}`,
    canonical: `https://${locale.marketplace.host}/s?k=${encodeURIComponent(query)}`,
    query,
    place: printPlace(locale, random.fork('place').pick(locale.phrases.delivery.places)),
    random: random.fork('frame'),
    filler: { head: printWeight(view, 'head'), header: printWeight(view, 'header') },
  }
  return printFrame(locale, frame, results, printWeight(view, 'footer')).text
}

/** Bytes of what is no content, by the part of the page that it stands in. */
const WEIGHTS = { head: 90_000, header: 120_000, results: 260_000, footer: 180_000 } as const

/** Filler of a part; nothing in a light page. */
export function printWeight(
  { isHeavy, random }: Pick<SearchView, 'isHeavy' | 'random'>,
  part: keyof typeof WEIGHTS,
): Markup | null {
  if (!isHeavy) return null
  const own = random.fork(`weight/${part}`)
  return filler(own, Math.round(WEIGHTS[part] * (0.8 + own.next())))
}
