/*
 * Whether a text of a page holds a value of a record. The record has values as data: "€24,00" is 24.
 */

const NOT_A_DIGIT = /[^0-9]/g
const NOT_A_LETTER = /[^\p{L}\p{N}]/gu

/** Whether an element holds a value. `text`: all its texts and attributes. Of a list or an object, whether it holds a part. */
export function holdsValue(text: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return holdsNumber(text, value)
  if (typeof value === 'string') return holdsText(text, value)
  const parts = Object.entries(value as object).flatMap(([name, part]) =>
    Array.isArray(value) ? [part] : [name, part],
  )
  return parts.some((part) => part !== null && typeof part !== 'boolean' && holdsValue(text, part))
}

/** Digits of all scripts as those of ASCII. */
function foldDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    if (code < 128) return digit
    let zero = code
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
    return String(code - zero)
  })
}

function holdsNumber(text: string, value: number): boolean {
  const digits = foldDigits(text).replace(NOT_A_DIGIT, '')
  return [String(value), value.toFixed(1), value.toFixed(2), String(Math.trunc(value))].some((printed) =>
    digits.includes(printed.replace(NOT_A_DIGIT, '')),
  )
}

/** Longest part that is compared: long texts are joined of several elements. Unit: characters. */
const MAX_COMPARED = 24

const ADDRESS = /^https?:\/\/[^/]+/

function fold(text: string): string {
  return foldDigits(text).toLowerCase().replace(NOT_A_LETTER, '')
}

function holdsText(text: string, value: string): boolean {
  const own = fold(text)
  // The record has addresses without what does not matter, and their parameters in another order.
  if (ADDRESS.test(value)) {
    const parts = decodeURI(value.replace(ADDRESS, '')).split(/[^\p{L}\p{N}]+/u)
    return parts.every((part) => own.includes(fold(part)))
  }
  const [line = ''] = value.split('\n')
  return own.includes(fold(line).slice(0, MAX_COMPARED))
}
