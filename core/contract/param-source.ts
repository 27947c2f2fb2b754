/**
 * Origin of parameters: a query string (`URLSearchParams`), or a JSON object with the same names, such as an
 * item of a batch.
 */
export type ParamSource = QueryString | Readonly<Record<string, unknown>>

interface QueryString {
  keys(): Iterable<string>
  getAll(name: string): readonly string[]
}

/** All values of a parameter. Absent: an empty list. `null` in an object counts as not given. */
export function readAll(source: ParamSource, name: string): readonly unknown[] {
  if (isQueryString(source)) return source.getAll(name)
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  return value === undefined || value === null ? [] : [value]
}

/** Names that are given, each once. `null` in an object counts as not given. */
export function givenNames(source: ParamSource): readonly string[] {
  if (isQueryString(source)) return [...new Set(source.keys())]
  return Object.keys(source).filter((name) => readAll(source, name).length > 0)
}

export function isQueryString(source: ParamSource): source is QueryString {
  return typeof source.getAll === 'function'
}
