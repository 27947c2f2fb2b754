import * as v from 'valibot'
import { readZip, type Place, type PlaceForms } from '../marketplace/place.ts'
import { isCountry } from '../place/country-codes.ts'
import { atMost, isWellFormed, string } from '../record/params.ts'
import { described } from '../record/schema-parts.ts'
import { foldSpace } from '../text/fold-space.ts'

/** A marketplace as far as its requests need it. The first of a list is the default. */
export interface ContractMarketplace {
  readonly domain: string
  readonly places: PlaceForms
}

/** Names of the parameters of a place. Order: of the interface. */
export const PLACE_PARAMS = ['zip', 'city', 'ship_to'] as const

/** A place of delivery as parameters, checked. Absent: null, each. */
export interface PlaceParams {
  /** In the form of the marketplace. */
  readonly zip: string | null
  readonly city: string | null
  /** ISO 3166, two letters. */
  readonly ship_to: string | null
}

/** Parameters of a place as they are passed. */
type GivenPlace = { readonly [Name in keyof PlaceParams]?: string | undefined }

/** Stands for a postal code that the shop knows. */
const AUTO = 'auto'
const ZIP = /^[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]$/
const COUNTRY = /^[A-Za-z]{2}$/
const COUNTRY_RULE = 'must be a country: two letters of ISO 3166, such as DE'
const MAX_CITY = 60
const LETTER = /\p{L}/u
const CONTROL = /\p{Cc}/u

const zip = v.pipe(string, v.trim(), v.regex(ZIP, 'must be 3 to 12 letters, digits, spaces and hyphens, or auto'))
const city = v.pipe(
  string,
  v.trim(),
  v.check((text) => LETTER.test(text) && !CONTROL.test(text), 'must be the name of a city'),
  atMost(MAX_CITY),
  isWellFormed,
  v.metadata({ maxLength: MAX_CITY }),
)
const shipTo = v.pipe(
  string,
  v.trim(),
  v.regex(COUNTRY, COUNTRY_RULE),
  v.toUpperCase(),
  v.check(isCountry, COUNTRY_RULE),
)

/** Schemas of the parameters of a place, for a list of marketplaces. */
export function placeParams(marketplaces: readonly ContractMarketplace[]) {
  const domainsOf = (has: (places: PlaceForms) => boolean): string =>
    marketplaces.flatMap(({ domain, places }) => (has(places) ? [domain] : [])).join(', ')
  const withoutZip = domainsOf((places) => places.zip === null)
  const withCity = domainsOf((places) => places.city !== null && !places.city.needsZip)
  const withBoth = domainsOf((places) => places.city?.needsZip === true)
  const proof = 'The answer is for this place, see `Svc-Location`, or it is 502 `location_not_applied`.'
  return {
    zip: described(
      v.optional(zip),
      `Postal code that price, stock and delivery are for, in the form of the marketplace; \`auto\`: one of the marketplace's own country. ${proof} Not on ${withoutZip}.`,
    ),
    city: described(
      v.optional(city),
      `City that price, stock and delivery are for: on ${withCity} alone, on ${withBoth} with \`zip\`. ${proof}`,
    ),
    ship_to: described(
      v.optional(shipTo),
      `Another country that price and delivery are for: ISO 3166, two letters. Not with \`zip\` or \`city\`. ${proof}`,
    ),
  }
}

type Messages = Readonly<Partial<Record<(typeof PLACE_PARAMS)[number], string>>>

/** Mistakes between the parameters of a place and the marketplace, which takes places of some forms. */
export function findPlaceConflicts(given: GivenPlace, { domain, places }: ContractMarketplace): Messages {
  const { zip: code, city: name, ship_to: country } = given
  const isAuto = code?.toLowerCase() === AUTO
  const needsBoth = places.city?.needsZip === true
  const has = listWords([...(places.zip === null ? [] : ['zip']), ...(places.city === null ? [] : ['city']), 'ship_to'])
  const foreign = `must not be passed with domain ${domain}, which has ${has}`
  const messages: Partial<Record<(typeof PLACE_PARAMS)[number], string>> = {}
  if (code !== undefined) {
    if (places.zip === null) messages.zip = foreign
    else if (!isAuto && readZip(code, places.zip) === null) messages.zip = `${places.zip.rule}, or auto`
    else if (needsBoth && !isAuto && name === undefined) messages.city = `must be given with zip on ${domain}`
  }
  if (name !== undefined) {
    if (places.city === null) messages.city = foreign
    else if (needsBoth && code === undefined) messages.zip = `must be given with city on ${domain}`
    else if (isAuto) messages.city = 'must not be passed with zip auto, which has its own'
  }
  if (country !== undefined) {
    if (code !== undefined || name !== undefined) messages.ship_to = 'must not be passed with zip or city'
    else if (country === places.country) messages.ship_to = `must be another country than that of ${domain}, ${country}`
  }
  return messages
}

function listWords(words: readonly string[]): string {
  return words.length === 1 ? `${words[0]} alone` : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** The place that was asked for, in the form of the marketplace. */
export function completePlace({ zip: code, city: name, ...given }: GivenPlace, places: PlaceForms): PlaceParams {
  const ship_to = given.ship_to ?? null
  const { known } = places
  if (code?.toLowerCase() === AUTO && known !== null) return { zip: known.zip, city: known.city, ship_to }
  return {
    zip: code === undefined || places.zip === null ? null : readZip(code, places.zip),
    city: name === undefined ? null : toCity(name, places),
    ship_to,
  }
}

/** The usual spelling of a city that has several. */
function toCity(name: string, { city: form }: PlaceForms): string {
  const spelled = foldSpace(name)
  const known = form?.names.find((names) => names.some((other) => isSame(other, spelled)))?.[0] ?? spelled
  return form?.isUpperCase === true ? known.toUpperCase() : known
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** The place that parameters ask for. Absent: null, they ask for none. */
export function placeOf({ zip: code, city: name, ship_to }: PlaceParams): Place | null {
  return code === null && name === null && ship_to === null ? null : { zip: code, city: name, shipTo: ship_to }
}
