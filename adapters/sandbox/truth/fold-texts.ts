const SPACES = /[^\S\n]+/g

/** Texts as they are read: a page may print blanks of any kind between words, a record has one kind. */
export function foldTexts<T>(value: T): T {
  return fold(value) as T
}

function fold(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SPACES, ' ').trim()
  if (Array.isArray(value)) return value.map(fold)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [fold(key), fold(member)]))
}
