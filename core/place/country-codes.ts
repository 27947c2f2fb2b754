/** What `Intl` names and that is not a country. */
const NO_COUNTRIES: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))

let known: ReadonlySet<string> | null = null

/** Codes of all countries: ISO 3166, two letters, without those that were withdrawn. */
export function listCountries(): ReadonlySet<string> {
  return (known ??= findCountries())
}

/** Whether a text is the code of a country. */
export function isCountry(code: string): boolean {
  return listCountries().has(code)
}

function findCountries(): ReadonlySet<string> {
  // In any language: whether a code has a name is the same in all.
  const names = new Intl.DisplayNames([], { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return new Set(codes.filter((code) => !NO_COUNTRIES.has(code) && names.of(code) !== undefined && isCurrent(code)))
}

/** A withdrawn code stands for a current one: DD for DE. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}
