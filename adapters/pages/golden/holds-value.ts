const SPACE = /[\s\u00AD\u061C\u200B-\u200F\u2060\uFEFF]+/g
const NUMBER = /\d+(?:[.,'\u2019\u00A0\u202F ]\d+)*/g
const SEPARATOR = /[.,'\u2019\u00A0\u202F ]/g
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const ADDRESS = /^https?:\/\//
const ID = /^[\w:.-]*\d[\w:.-]*$/
/** A code of digits, which a page may write in groups: 978-0306406157. */
const DIGITS = /^\d{8,}$/
/** Digits and letters of an address: ids, names, numbers. */
const ADDRESS_PARTS = /[\p{L}\p{N}_-]+/gu

/** What an element says. */
export interface Evidence {
  /** What a visitor sees or hears, or the attribute that was read. */
  readonly shown: string
  /** All attributes of it, and of the elements inside. */
  readonly attributes: string
}

/**
 * Whether elements hold a value: a number as a number, a date as its day and year, a text as a part of the text whatever
 * its spaces, a code of digits whatever its hyphens, each line for itself, in as many pieces as there are elements. An id, and the parts of an address, are in
 * an attribute.
 */
export function holdsValue(evidence: readonly Evidence[], value: string | number): boolean {
  const texts = evidence.map(({ shown }) => shown)
  if (typeof value === 'number') return texts.some((text) => numbersOf(text).has(value))
  const [, year, , day] = ISO_DATE.exec(value) ?? []
  if (year !== undefined) {
    return texts.some((text) => [year, day].every((part) => numbersOf(text).has(Number(part))))
  }
  const all = fold(texts.join('\n'))
  if (value.split('\n').every((line) => holdsPieces(all, fold(line), texts.length))) return true
  if (DIGITS.test(value) && all.replaceAll('-', '').includes(value)) return true
  const attributes = evidence.map((one) => fold(one.attributes)).join('\n')
  if (ADDRESS.test(value)) return partsOf(value).every((part) => attributes.includes(fold(part)))
  return ID.test(value) && attributes.includes(fold(value))
}

/** Whether a text consists of at most this number of pieces of another. */
function holdsPieces(text: string, line: string, most: number): boolean {
  let rest = line
  for (let count = 0; count < most && rest !== ''; count++) {
    let length = rest.length
    while (length > 0 && !text.includes(rest.slice(0, length))) length--
    if (length === 0) return false
    rest = rest.slice(length)
  }
  return rest === ''
}

/** The parts of an address that say what it leads to: of its path and its query. */
function partsOf(address: string): readonly string[] {
  const { pathname, search } = new URL(address)
  const decoded = decodeURIComponent(pathname + search.replaceAll('+', ' '))
  return decoded.match(ADDRESS_PARTS) ?? []
}

function fold(text: string): string {
  return text.normalize('NFKC').replaceAll(SPACE, '').toLowerCase()
}

/** All values that the numbers of a text can have: separators group digits, or the last one begins the decimals. */
function numbersOf(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, toAscii)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
  // Cents of their own have spaces around them, and so has their mark: "54 . 85".
  for (const variant of [plain, plain.replaceAll(/\s*([.,])\s*(?=\d)/g, '$1'), plain.replaceAll(/\s+/g, ' ')]) {
    for (const [number] of variant.matchAll(NUMBER)) {
      const parts = number.split(SEPARATOR)
      for (let end = 1; end <= parts.length; end++) {
        for (let start = 0; start < end; start++) {
          const own = parts.slice(start, end)
          found.add(Number(own.join('')))
          if (own.length > 1) found.add(Number(`${own.slice(0, -1).join('')}.${own.at(-1)}`))
        }
      }
    }
  }
  return found
}

/** A digit of any script as one of ASCII: digits of a script follow one another from its zero. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}
