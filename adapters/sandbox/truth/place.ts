import type { Place } from '../../../core/index.ts'
import type { Locale } from '../locale/locale.ts'
import { Random } from './random.ts'

/** A name of a place, for seeds. */
export function nameOfPlace({ zip, city, shipTo }: Place): string {
  return [shipTo, city, zip].filter((part) => part !== null).join(' ')
}

/** How the header shows a place, in the language of the page. The same place always gives the same text. */
export function showPlace(place: Place, locale: Locale): string {
  const { zip, city, shipTo } = place
  if (shipTo !== null) return countryName(shipTo, locale.marketplace.language)
  if (zip === null) return cityName(city ?? '', locale)
  return `${city ?? townOf(zip, locale)} ${cutZip(zip, locale)}`.trim()
}

/** What the header of a page shows that was asked for a place and is for another one: a place of the pages without any. */
export function showOtherPlace(place: Place, { phrases }: Locale): string {
  const { locations } = phrases.delivery
  const digits = nameOfPlace(place).replace(NO_DIGIT, '')
  const others = locations.filter((text) => digits === '' || !text.replace(NO_DIGIT, '').includes(digits))
  return new Random(`other/${nameOfPlace(place)}`).pick(others)
}

const NO_DIGIT = /\D/g
/** A postal code at the end of a location. */
const DIGITS_AT_END = /\s*[\d\s-]+$/

function countryName(code: string, language: string): string {
  const names = new Intl.DisplayNames([language.replace('_', '-')], { type: 'region', style: 'short' })
  return names.of(code) ?? code
}

/** In Arabic, the shop has Arabic names of the cities that it knows. */
function cityName(city: string, { marketplace, isRightToLeft }: Locale): string {
  const names = marketplace.places.city?.names.find((spellings) => spellings.includes(city)) ?? []
  return (isRightToLeft ? names.find((name) => !LATIN.test(name)) : names[0]) ?? city
}

const LATIN = /\p{Script=Latin}/u

function townOf(zip: string, { marketplace, phrases }: Locale): string {
  const { known } = marketplace.places
  if (known?.zip === zip)
    return known.shown.replace(cut(zip, marketplace.places.zip?.cut ?? 0), '').replace(DIGITS_AT_END, '')
  return new Random(`town/${marketplace.domain}/${zip}`).pick(phrases.delivery.locations).replace(DIGITS_AT_END, '')
}

function cutZip(zip: string, { marketplace }: Locale): string {
  return cut(zip, marketplace.places.zip?.cut ?? 0)
}

function cut(zip: string, count: number): string {
  return count === 0 ? zip : zip.slice(0, -count)
}

/** What a price is multiplied by for a place. Two of three places have the usual price. */
export function priceFactorOf(place: Place | undefined, asin: string): number {
  if (place === undefined) return 1
  return new Random(`price/${nameOfPlace(place)}/${asin}`).pick([1, 1, 1, 1, 0.96, 1.08])
}
