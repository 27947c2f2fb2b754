const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** Names of a `class` attribute, in order. */
export function splitClassNames(value: string): readonly string[] {
  return value.split(ASCII_WHITESPACE).filter((name) => name !== '')
}
