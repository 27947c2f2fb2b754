/**
 * Where parameters come from: a query string (`URLSearchParams`), or an item of
 * a batch, which is a JSON object of the same shape.
 */
export type ParamSource = QueryString | Readonly<Record<string, unknown>>

interface QueryString {
  getAll(name: string): readonly string[]
}

function isQueryString(source: ParamSource): source is QueryString {
  return typeof source.getAll === 'function'
}

/** All that a source says under a name. Absent: an empty list. */
export function readAll(source: ParamSource, name: string): readonly unknown[] {
  if (isQueryString(source)) return source.getAll(name)
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  return value === undefined ? [] : [value]
}
