import type { Marketplace } from '../marketplace/marketplace.ts'
import type { CityForm, Place, ZipForm } from '../marketplace/place.ts'
import { clipPhrase } from '../text/clip.ts'
import { CountryNames } from './country-names.ts'
import { foldName, foldText } from './fold-name.ts'

/** Whether a page is for a place. `other`: it is for another one. `none`: it names no place. */
export type PlaceVerdict = 'shown' | 'other' | 'none'

export interface ComparePlaceOptions {
  /** Language that the page was asked for in, besides those of the marketplace. Form: `xx_YY`. Default: null, none. */
  readonly language?: string | null | undefined
}

/**
 * Compares a place that was asked for with the one that the header of a page shows, by letters and digits.
 *
 * A postal code has to be there, whole or as far as the shop prints it. A city and a country have to be the place
 * that is shown, or to begin like it where the shop shortens long names ("Vereinigte Staate..."). What is too short to
 * decide is `other`.
 *
 * `location`: see `readLocation`.
 */
export function comparePlace(
  place: Place,
  location: string | null,
  marketplace: Pick<Marketplace, 'places' | 'site'>,
  { language = null }: ComparePlaceOptions = {},
): PlaceVerdict {
  const lines = clipPhrase(location ?? '')
    .split('\n')
    .filter((line) => foldName(line) !== '')
  if (lines.length === 0) return 'none'
  const { places, site } = marketplace
  const { zip, city, shipTo } = place
  const isShown = (line: string): boolean => {
    if (shipTo !== null && !showsCountry(line, shipTo, namesOf(site.languages, language))) return false
    if (zip !== null && (places.zip === null || !showsZip(line, zip, places.zip))) return false
    return city === null || showsCity(line, city, places.city)
  }
  return lines.some(isShown) ? 'shown' : 'other'
}

const TOKEN = /[\p{Script=Latin}\p{Nd}]+/gu
const NO_CODE = /[^\p{L}\p{Nd}]/gu

/**
 * The code as it is printed: in one piece, or its parts, without the last characters of the last part. A line that
 * shows another code is not for this one.
 */
function showsZip(line: string, zip: string, { pattern, cut }: ZipForm): boolean {
  const tokens = foldText(line).match(TOKEN) ?? []
  const code = foldText(zip).replace(NO_CODE, '')
  const codes = tokens.flatMap((_, start) => findCodes(tokens.slice(start), pattern))
  if (codes.length > 0) return codes.every((shown) => shown === code)
  const parts = partsOf(code, pattern)
  return tokens.some((_, start) => isCut(tokens.slice(start), parts, cut))
}

/** Codes that begin with the first token: alone, or with those after it as the other parts. */
function findCodes([first = '', ...others]: readonly string[], pattern: RegExp): readonly string[] {
  if (pattern.test(first.toUpperCase())) return [first]
  for (let count = 1; count < MAX_PARTS; count++) {
    const tokens = [first, ...others.slice(0, count)]
    const parts = partsOf(tokens.join(''), pattern)
    if (parts.length === tokens.length && parts.every((part, index) => part === tokens[index])) return [parts.join('')]
  }
  return []
}

/** Most parts of a postal code. */
const MAX_PARTS = 3

/** The parts of a code without separators. Empty: it has no such form, or no parts. */
function partsOf(code: string, pattern: RegExp): readonly string[] {
  const [, ...parts] = pattern.exec(code.toUpperCase()) ?? []
  return parts.map((part) => part.toLowerCase())
}

function isCut(tokens: readonly string[], parts: readonly string[], cut: number): boolean {
  const last = parts.at(-1) ?? ''
  const shown = tokens[parts.length - 1] ?? ''
  if (shown === '' || last.length - shown.length > cut || !last.startsWith(shown)) return false
  return parts.slice(0, -1).every((part, index) => tokens[index] === part)
}

const SEGMENT = /[,،、]/
const ELLIPSIS = /\s*(?:\.{2,}|…)\s*$/
/** A postal code next to a city. */
const CODE = /(?:^|\s)[\d-]+(?=\s|$)/g
/** The shortest beginning that names a place. Unit: letters. */
const MIN_BEGINNING = 4

/** A district can follow the city: "Dubai, Al Barsha". Its postal code is no part of it. */
function showsCity(line: string, city: string, form: CityForm | null): boolean {
  const [first = ''] = foldText(line).split(SEGMENT)
  const shown = first.replace(CODE, ' ').trim()
  const folded = foldName(city)
  const spellings = form?.names.find((names) => names.some((name) => foldName(name) === folded)) ?? [city]
  if (!ELLIPSIS.test(shown)) return spellings.some((name) => foldName(name) === foldName(shown))
  const beginning = foldName(shown)
  return spellings.some((name) => {
    const whole = foldName(name)
    const isLong = beginning.length >= Math.max(MIN_BEGINNING, whole.length / 2)
    return isLong && whole.startsWith(beginning)
  })
}

function showsCountry(line: string, country: string, names: CountryNames): boolean {
  if (!ELLIPSIS.test(line)) return names.isName(line, country)
  return foldName(line).length >= MIN_BEGINNING && names.isBeginning(line, country)
}

type Languages = Marketplace['site']['languages']

const knownNames = new WeakMap<Languages, Map<string, CountryNames>>()

/** The names are many, so they are kept for each list of languages. */
function namesOf(languages: Languages, language: string | null): CountryNames {
  let known = knownNames.get(languages)
  if (known === undefined) {
    known = new Map()
    knownNames.set(languages, known)
  }
  const other = language === null || !isLocale(language) ? null : language.replace('_', '-')
  // Any language of a country can be asked for: the names of each are kept once.
  const key = other?.split('-', 1)[0] ?? ''
  let names = known.get(key)
  if (names === undefined) {
    names = new CountryNames(languages, other)
    known.set(key, names)
  }
  return names
}

const LOCALE = /^[a-z]{2}_[A-Z]{2}$/

function isLocale(language: string): boolean {
  return LOCALE.test(language)
}
