const SPACES = /[^\S\n]+/g

/** Replaces all kinds of spaces in texts by ordinary ones: pages print any kind, records have one. */
export function normalizeSpaces<T>(value: T): T {
  return fold(value) as T
}

function fold(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SPACES, ' ').trim()
  if (Array.isArray(value)) return value.map(fold)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [fold(key), fold(member)]))
}
