/** A method of a path: the part of an operation that a client needs. */
export interface Target {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As h3 spells it: `/api/v1/market/batch/:id`. */
  readonly path: string
}

const PARAM = /:(\w+)/g

/** Replaces the named parts of a path, such as `:id`. */
export function replaceParams(path: string, toText: (name: string) => string): string {
  return path.replace(PARAM, (_, name: string) => toText(name))
}
