import type { RenderOptions } from '../../markup/filler.ts'
import type { Markup } from '../../markup/html.ts'
import { printFrame, printLocation } from '../../markup/page-frame.ts'
import { searchPath } from './truth/address.ts'
import type { SearchTruth } from './truth/search-truth.ts'
import { showPlace } from '../../truth/place.ts'
import { printNoResults, printResults } from './results.ts'
import { printFiller, viewSearch, type SearchView } from './search-view.ts'

/** Prints a search page. The extraction must read from it exactly the response of the truth. */
export function renderSearch(truth: SearchTruth, options: RenderOptions = {}): string {
  const view = viewSearch(truth, options.weight === 'real')
  const results = truth.response.products.length === 0 ? printNoResults(view) : printResults(view)
  return printPage(view, results)
}

/** Prints the page around the results. */
function printPage(view: SearchView, results: Markup): string {
  const { locale, truth, random } = view
  const { query } = truth
  const frame = {
    title: query === '' ? locale.shopName : `${locale.shopName} : ${query}`,
    canonical: `https://${locale.marketplace.host}${searchPath(truth.subject)}`,
    query,
    location: printLocation(locale, placeOf(view)),
    random: random.fork('frame'),
    filler: { head: printFiller(view, 'head'), header: printFiller(view, 'header') },
  }
  return printFrame(locale, frame, results, printFiller(view, 'footer')).text
}

/** The place in the header. */
function placeOf({ locale, truth, random }: SearchView): string {
  if (truth.place !== undefined) return showPlace(truth.place, locale)
  return random.fork('place').pick(locale.phrases.delivery.locations)
}
