import type { Random } from '../random.ts'

/** Name of an element in the modern layouts. */
export function inventUuid(random: Random): string {
  const hex = random.text('0123456789abcdef', 32)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
