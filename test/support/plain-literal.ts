import { isList, isObject, type LiteralValue } from '../../core/text/js-literal.ts'

/** A literal with objects of the language in place of maps, to be compared. */
export function toPlain(value: LiteralValue | undefined): unknown {
  if (isList(value)) return value.map(toPlain)
  return isObject(value) ? Object.fromEntries([...value].map(([key, member]) => [key, toPlain(member)])) : value
}
