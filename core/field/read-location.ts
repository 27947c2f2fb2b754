import type { CompiledSite } from '../marketplace/site.ts'
import type { Words } from '../marketplace/words.ts'
import type { FieldReader } from './field-reader.ts'

const DASH_AT_END = /[-–—]\s*$/
const POST_CODE = /\p{N}{3}/u

/** What reading the location needs of a `Reading`. */
interface LocationContext {
  readonly words: Words
  readonly site: CompiledSite
}

/** The place that a page was priced for, as its header shows it. Absent: null; never a visitor's name. */
export function readLocation(
  field: FieldReader<'first_line' | 'second_line' | 'buybox'>,
  { words, site }: LocationContext,
): string | null {
  const first = field.part('first_line').text()?.replace(site.patterns.locationControl, '') ?? null
  const second = field.part('second_line').text()
  const named = first === null ? null : words.findPlace(first)
  // "Deliver to Ann": a known visitor is named first, and the location is in the second line.
  const isPlace = second === null || POST_CODE.test(named ?? '') || words.offer.isLocationControl(second)
  if (named !== null && named !== '' && isPlace) return named
  if (named !== null) return second
  // In an unknown language, a line with a number is a location with its postal code.
  if (second !== null && POST_CODE.test(second) && !POST_CODE.test(first ?? '')) return second
  // The buy box can repeat the location after words of its own: "Livrer à Lyon"; but "Lyon - Choisir un lieu" ends in a control.
  const repeated = field.part('buybox').text()
  if (second === null || repeated === null || repeated === second || !repeated.endsWith(second)) return null
  return DASH_AT_END.test(repeated.slice(0, -second.length)) ? null : second
}
