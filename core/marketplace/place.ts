/** A place of delivery that a page is asked for. At least one member is not null. */
export interface Place {
  /** Postal code, in the form of the marketplace, upper case. Absent: null. */
  readonly zip: string | null
  /** Absent: null. */
  readonly city: string | null
  /** Another country: ISO 3166, two letters. Absent: null, the marketplace's own. */
  readonly shipTo: string | null
}

/** The places of delivery that a marketplace can be asked for. */
export interface PlaceForms {
  /** Country of the marketplace: ISO 3166, two letters. Every other country can be asked for. */
  readonly country: string
  /** Absent: null, the shop asks for no postal code. */
  readonly zip: ZipForm | null
  /** Absent: null, the shop asks for no city. */
  readonly city: CityForm | null
  /** Kind of a place, as the shop's address form names it. */
  readonly locationType: {
    /** Of a place in the marketplace's country. Absent: null, it has none. */
    readonly own: string | null
    /** Of another country. */
    readonly abroad: string
  }
  /** A place of the country that the shop knows, and what its header shows then. Absent: null, `locationType.own` is null. */
  readonly known: (Omit<Place, 'shipTo'> & { readonly shown: string }) | null
}

/** Postal codes of a country. */
export interface ZipForm {
  /** Matches a code without its spaces and hyphens, in upper case. Its groups are the parts that a separator divides. */
  readonly pattern: RegExp
  /** Between the parts, as it is printed. */
  readonly separator: string
  /** The rule in words that follow the name: "must be 5 digits, such as 10001". */
  readonly rule: string
  /** Characters that the shop's header leaves out at the end. */
  readonly cut: number
}

/** Cities of a country. */
export interface CityForm {
  /** Whether a city needs a postal code, and a code a city. If not, a city stands alone. */
  readonly needsZip: boolean
  /** Whether the shop's address form takes them in capitals. */
  readonly isUpperCase: boolean
  /** Cities that pages name in several scripts, each in all its spellings. The first is the usual one. */
  readonly names: readonly (readonly string[])[]
}

/** A postal code in its usual form. Absent: null, for a text that is not a postal code. */
export function readZip(text: string, { pattern, separator }: ZipForm): string | null {
  const [, ...parts] = pattern.exec(text.toUpperCase().replace(SEPARATORS, '')) ?? []
  return parts.length === 0 ? null : parts.join(separator)
}

const SEPARATORS = /[\s-]/g

/** Kind of a place, as the shop's address form names it. */
export function locationTypeOf({ shipTo }: Place, { locationType: { own, abroad } }: PlaceForms): string {
  return shipTo !== null || own === null ? abroad : own
}
