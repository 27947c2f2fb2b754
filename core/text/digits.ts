/** Zeros of the Arabic-Indic, extended Arabic-Indic, Devanagari and fullwidth digits. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10]
const OTHER_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\uFF10-\uFF19]/g

const ASCII = /^[\0-\x7f]*$/

/** Replaces digits of other scripts by 0-9, and Arabic and fullwidth separators and percent signs by those of ASCII. */
export function foldDigits(text: string): string {
  if (ASCII.test(text)) return text
  return text
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code
      return String(code - zero)
    })
    .replace(/[\u066B\uFF0E]/g, '.')
    .replace(/[\u066C\uFF0C]/g, ',')
    .replace(/[\u066A\uFF05]/g, '%')
}
