import { foldDigits } from './digits.ts'

const PERCENTAGE = /(\d{1,3})\s*%|%\s*(\d{1,3})/

/** The first whole percentage of a text, with the sign before or after it. Absent: null. */
export function parsePercentage(text: string): number | null {
  const [, before, after] = PERCENTAGE.exec(foldDigits(text)) ?? []
  const digits = before ?? after
  return digits === undefined ? null : Number(digits)
}
