import { generateProduct } from '../../adapters/sandbox/index.ts'
import type { Place } from '../../core/index.ts'
import { marketplaces, type Domain } from '../../selectors/index.ts'

/** What goes wrong: visitors whose change lies, is declined or works only at the older address; places that are lost; refusals. */
export const PLACE_FAULTS = 'lies%15,declined%5,no_json%30,lost=5%25,no_reviews%50,captcha%3,throttled%2,reset%1'

/** A place of delivery that a marketplace takes. */
export interface AskedPlace {
  readonly domain: Domain
  readonly place: Place
}

/** Three places of each marketplace. */
export function listPlaces(): readonly AskedPlace[] {
  return [...marketplaces.values()].flatMap(({ domain, places }): AskedPlace[] => {
    const own = places.known === null ? [] : [{ zip: places.known.zip, city: places.known.city, shipTo: null }]
    const countries = ['DE', 'US', 'JP', 'BR'].filter((country) => country !== places.country)
    const abroad = countries.map((shipTo) => ({ zip: null, city: null, shipTo }))
    return [...own, ...abroad].slice(0, 3).map((place) => ({ domain, place }))
  })
}

/** Whether a record is that of the product at the place, as the simulated marketplace generated it. */
export function isForPlace(record: object, asin: string, { domain, place }: AskedPlace): boolean {
  const { price, delivery_location } = record as Readonly<Record<string, unknown>>
  const truth = generateProduct({ asin, domain, place }).record
  return price === truth.price && delivery_location === truth.delivery_location
}
